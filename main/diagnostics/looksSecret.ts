const secretName = /token|secret|passw|pwd|credential|auth|api[-_]?key|access[-_]?key|private|cookie|session/i

/** True for names of flags and variables whose value is a credential as a rule. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** True for long values of letters and digits mixed: made by a machine, not a word or a path. */
export function looksSecret(value: string): boolean {
  return value.length >= 16 && !/[\s/\\]/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
}

/** Values of an environment that are credentials by the name of their variable. */
export function secretsOfEnvironment(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    // Many variables of this name hold the path of a socket or a file.
    value !== undefined && isSecretName(name) && !/^[./~]|^[A-Z]:\\/.test(value) && value.length >= 8
      ? [value]
      : [],
  )
}

/** What of a command line is a credential: values of flags that say so, and what looks like one. */
export function secretsOfArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((argument, index) => {
    const [, name, value] = /^--?([^=]+)=([\s\S]*)$/.exec(argument) ?? []
    if (name !== undefined && value !== undefined)
      return isSecretName(name) || looksSecret(value) ? [value] : []
    if (argument.startsWith('-')) return []
    const before = args[index - 1] ?? ''
    return (/^--?[^=]+$/.test(before) && isSecretName(before)) || looksSecret(argument) ? [argument] : []
  })
}
