import { doubleQuoted, yamlKey, yamlScalar } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'

/** A value in flow style on one line; texts always in double quotes, so that JSON stays JSON. */
export function flowText(value: unknown, hasQuotedKeys: boolean): string {
  if (Array.isArray(value)) return `[${value.map(item => flowText(item, hasQuotedKeys)).join(', ')}]`
  if (!isMapping(value)) return typeof value === 'string' ? doubleQuoted(value) : yamlScalar(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => flowEntry(name, field, hasQuotedKeys)).join(', ')}}`
}

export function flowEntry(name: string, value: unknown, hasQuotedKeys: boolean): string {
  const isPlain = !hasQuotedKeys && !/[,[\]{}]/.test(name)
  return `${isPlain ? yamlKey(name) : doubleQuoted(name)}: ${flowText(value, hasQuotedKeys)}`
}
