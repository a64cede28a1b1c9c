/** Kind of the parameters of a policy. */
export interface ParamKind {
  readonly apiVersion: string
  readonly kind: string
}

/** So much of a policy is looked at, in characters. */
const longestLook = 100_000

/** The kind of parameter that a policy names, as it is being typed; null where it names none. */
export function paramKindOf(text: string): ParamKind | null {
  const block = /^( *)["']?paramKind["']?:([^\n]*\n?(?:\1[ \t]+[^\n]*\n?)*)/m.exec(
    text.slice(0, longestLook),
  )?.[2]
  if (block === undefined) return null
  const field = (name: string): string =>
    new RegExp(`(?:^|[\\s{,])["']?${name}["']?:[ \\t]*["']?([^\\s"',}]+)`).exec(block)?.[1] ?? ''
  const [apiVersion, kind] = [field('apiVersion'), field('kind')]
  return apiVersion === '' || kind === '' ? null : { apiVersion, kind }
}
