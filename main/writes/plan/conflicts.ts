import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { FieldConflict } from '../../../shared/ipc/index.ts'
import { formatPath, type KubeObject } from '../../../shared/kube/index.ts'
import { parseServerPath, valueAt } from './fields.ts'
import { shownValue } from './shown.ts'

/** As the server words it: structured-merge-diff, merge/conflict.go, and apiserver, fieldmanager/internal/conflict.go. */
const conflictForm = /^(.*): conflict with ("(?:[^"\\]|\\.)*")/

/** Where an apply met other managers; empty for every other error. Both objects as they may be shown. */
export function conflictsOf(
  error: AppErrorBody,
  mine: unknown,
  theirs: KubeObject | null,
): readonly FieldConflict[] {
  if (error.status !== 409) return []
  const found = new Map<string, FieldConflict>()
  for (const cause of error.causes ?? []) {
    const [, place = '', quoted = '""'] = conflictForm.exec(cause) ?? []
    if (place === '') continue
    const path = parseServerPath(place, [mine, theirs])
    const field = formatPath(path)
    const managers = [...(found.get(field)?.managers ?? []), String(JSON.parse(quoted))]
    found.set(field, { path, field, managers: [...new Set(managers)], ...sides(mine, theirs, path) })
  }
  return [...found.values()]
}

/** What both have at a place, as text. */
export function sides(
  mine: unknown,
  theirs: unknown,
  path: FieldConflict['path'],
): Pick<FieldConflict, 'mine' | 'theirs'> {
  const [own, other] = [mine, theirs].map(value => shownValue(valueAt(value, path)))
  return { ...(own === undefined ? {} : { mine: own }), ...(other === undefined ? {} : { theirs: other }) }
}
