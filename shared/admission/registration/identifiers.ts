/** Faults of a name that begins with a letter and has no dots, as versions and kinds are named (RFC 1035). */
export function identifierFaults(text: string): readonly string[] {
  const faults = text.length > 63 ? ['must be no more than 63 bytes'] : []
  if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(text))
    faults.push(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    )
  return faults
}

/** Words that CEL keeps for itself, or for later. */
const reserved: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
  ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
])

/** Whether an expression can name it. */
export const isIdentifier = (text: string): boolean =>
  /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !reserved.has(text)
