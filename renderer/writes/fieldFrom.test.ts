import { expect, test } from 'vitest'
import { textWithFieldFrom } from './fieldFrom.ts'

const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n'
const path = ['spec', 'containers', { key: [['name', 'web']] }, 'image'] as const

test('a field is as the other text has it, and every other line stays as it was written', () => {
  const mine = `${head}spec:\n  containers:\n    - name: web # mine\n      image: web:2\n`
  const other = `${head}spec:\n  containers:\n  - image: web:1\n    name: web\n`
  expect(textWithFieldFrom(mine, other, path)).toBe(
    `${head}spec:\n  containers:\n    - name: web # mine\n      image: web:1\n`,
  )
})

test('a field that the other text has not is taken out, and one that was taken out comes back', () => {
  const noted = `${head}  annotations:\n    a: "1"\n    note: mine\n`
  const bare = `${head}  annotations:\n    a: "1"\n`
  const note = ['metadata', 'annotations', 'note']
  expect(textWithFieldFrom(noted, bare, note)).toBe(bare)
  expect(textWithFieldFrom(bare, noted, note)).toBe(noted)
})
