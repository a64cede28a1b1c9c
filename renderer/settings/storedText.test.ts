import { expect, it } from 'vitest'
import type { StoredItem } from '../../shared/ipc/index.ts'
import { storedText } from './storedText.ts'

const counts = { pasted: 1, drafts: 3, draftsInMemory: 0, entries: 12 }
const item = (what: StoredItem['what'], bytes: number, files = 1) => ({ what, path: '/x', files, bytes })

it.each([
  ['the size of one file', item('settings', 12), counts, /^12 B$/],
  ['files where they are several', item('log', 12, 3), counts, /^12 B in 3 files$/],
  ['one as one', item('pasted', 12), counts, /^12 B in 1 kubeconfig$/],
  ['drafts, not their files', item('drafts', 12, 6), counts, /^12 B in 3 drafts$/],
  [
    'drafts that are in no file',
    item('drafts', 0, 0),
    { ...counts, draftsInMemory: 2 },
    /^nothing, 2 in memory only$/,
  ],
  ['entries', item('journal', 12, 2), counts, /^12 B in 12 entries$/],
  ['nothing of what is not there', item('journal', 0, 0), { ...counts, entries: 0 }, /^nothing$/],
] as const)('tells %s', (_what, stored, of, text) => expect(storedText(stored, of)).toMatch(text))
