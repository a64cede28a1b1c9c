import { printYaml } from '../../../shared/diff/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { PlannedRequest, WritesSources } from '../types.ts'

type Masking = Pick<WritesSources, 'isSecret' | 'maskSecret'>

/** Whether values of a request must not be shown or kept. */
export function isOfSecret(
  { ref, kind }: Pick<PlannedRequest, 'ref' | 'kind'>,
  { isSecret }: Masking,
): boolean {
  return kind === 'Secret' || (ref !== null && isSecret(ref))
}

/** What of an object may leave main. */
export function shownObject(
  object: KubeObject | null,
  request: PlannedRequest,
  masking: Masking,
): KubeObject | null {
  if (object === null) return null
  return isOfSecret(request, masking) ? masking.maskSecret(object) : object
}

/** The most of a body that is shown, in UTF-16 units. */
const mostShown = 2_000_000

/** What will be sent, for a person to read. */
export async function shownBody(
  request: PlannedRequest,
  masking: Masking,
  print: (value: unknown) => Promise<string>,
): Promise<string> {
  const { body } = request
  if (body === undefined) return ''
  if (typeof body !== 'string') return `(${body.length} bytes)`
  const value = parsed(body)
  if (value === undefined) return isOfSecret(request, masking) ? '(hidden)' : body.slice(0, mostShown)
  const shown = isOfSecret(request, masking) ? maskedBody(value, masking) : value
  return (await print(shown)).slice(0, mostShown)
}

/** A JSON Patch repeats values as it likes; other bodies hold them where the object does. */
function maskedBody(value: unknown, { maskSecret }: Masking): unknown {
  if (isMapping(value)) return maskSecret(value as unknown as KubeObject)
  if (!Array.isArray(value)) return '(hidden)'
  return value.map(each => (isMapping(each) && 'value' in each ? { ...each, value: '(hidden)' } : each))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The most of one value that stands in a list of changes, in UTF-16 units. */
const mostOfValue = 4000

/** A value as YAML, cut to what can be shown; absent where there is none. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : printYaml(value).trimEnd()
  return text.length > mostOfValue ? `${text.slice(0, mostOfValue)} …` : text
}
