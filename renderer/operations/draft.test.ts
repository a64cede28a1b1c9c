import { describe, expect, it } from 'vitest'
import { dataKeyProblem, initialOperation, labelValueProblem, missingOf, pairKeyProblem } from './draft.ts'

describe('what the dialogs let through', () => {
  it('takes the keys that the server takes', () => {
    for (const key of ['app', 'app.kubernetes.io/name', 'A_b.c-9']) expect(pairKeyProblem(key)).toBeNull()
    for (const key of ['', '-a', 'a/b/c', 'Upper.Case/a', 'a'.repeat(64), '/a'])
      expect(pairKeyProblem(key)).not.toBeNull()
  })

  it('takes empty label values, and none with spaces or too long', () => {
    for (const value of ['', 'a', 'v1.2_3-x']) expect(labelValueProblem(value)).toBeNull()
    for (const value of [' ', 'a b', 'a-', 'a'.repeat(64)]) expect(labelValueProblem(value)).not.toBeNull()
  })

  it('takes dots in keys of data, but not the names of folders', () => {
    expect(dataKeyProblem('app.conf')).toBeNull()
    for (const key of ['', '.', '..', '..a', 'a/b']) expect(dataKeyProblem(key)).not.toBeNull()
  })

  it('asks for a change before it plans one', () => {
    expect(missingOf(initialOperation('labels', null))).not.toBeNull()
    expect(missingOf({ type: 'labels', changes: { app: '' } })).toBeNull()
    expect(missingOf(initialOperation('delete', null))).toBeNull()
  })
})
