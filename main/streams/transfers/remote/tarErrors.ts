export interface TarError {
  /** As tar names it; empty where it names none. */
  readonly path: string
  readonly why: string
}

/** `tar: ./a: Cannot open: Permission denied` of GNU, `tar: can't open './a': Permission denied` of busybox. */
const forms = [
  /^tar: (?:can't|cannot|couldn't) \w+ '?(?<path>.+?)'?: (?<why>[^:]+)$/,
  /^(?:tar: )?(?<path>.+?): (?<why>.+)$/,
]
/** Said besides, of no entry. */
const noise = /Removing leading|Exiting with failure status|error exit delayed|Error is not recoverable/

/** What tar complained of while it went on. */
export function tarErrors(text: string): readonly TarError[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '' && !noise.test(line))
    .map(line => {
      const { path = '', why = line } = forms.map(form => form.exec(line)?.groups).find(Boolean) ?? {}
      return { path: path === 'tar' ? '' : path, why: sentence(why) }
    })
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`
}
