import type { ComponentProps } from 'react'
import { assertNever } from '../../shared/errors/index.ts'
import type { WriteMethod } from '../../shared/ipc/index.ts'
import type { Select } from '../ui/index.ts'

type Option = ComponentProps<typeof Select>['options'][number]

export type MethodName = 'apply' | 'create' | 'replace' | 'json' | 'merge' | 'strategic'

const whole: readonly Option[] = [
  {
    id: 'apply',
    label: 'server-side apply',
    detail: 'What the text has is managed by gatehouse; the rest stays.',
  },
  { id: 'create', label: 'create', detail: 'Refused where the object is there already.' },
  { id: 'replace', label: 'replace', detail: 'The whole object as written, where nobody changed it since.' },
]
const patches: readonly Option[] = [
  { id: 'merge', label: 'merge patch', detail: 'The text is the patch; null removes a field.' },
  { id: 'json', label: 'JSON patch', detail: 'The text is a list of operations.' },
  {
    id: 'strategic',
    label: 'strategic merge patch',
    detail: 'Lists are merged by key; built-in kinds only.',
  },
]

/** Whether a text sent so may leave out what its kind requires: the object has it already. */
export function leavesOutFields(name: MethodName): boolean {
  return name !== 'create' && name !== 'replace'
}

/** Patches are of one object. */
export function methodOptions(hasObject: boolean): readonly Option[] {
  return hasObject ? [...whole, ...patches] : whole
}

/** @param force fields that others manage are taken from them */
export function methodOf(name: MethodName, force: boolean): WriteMethod {
  switch (name) {
    case 'apply':
      return { type: 'apply', manager: 'gatehouse', force }
    case 'create':
    case 'replace':
      return { type: name }
    case 'json':
    case 'merge':
    case 'strategic':
      return { type: 'patch', form: name }
    default:
      return assertNever(name)
  }
}
