import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../shared/flow/index.ts'
import { PatientDisk, Stalled } from './disk.ts'
import { FileReader } from './files.ts'

let folder: string
let answered = 0
let due: (() => void)[] = []
const clock: Clock = {
  now: () => 0,
  elapsed: () => 0,
  after: (_milliseconds, run) => {
    due.push(run)
    return {
      cancel: () => {
        due = due.filter(other => other !== run)
      },
    }
  },
}
let disk: PatientDisk

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disk-'))
  writeFileSync(path.join(folder, 'a'), 'contexts: [{name: x, context: {}}]')
  answered = 0
  due = []
  disk = new PatientDisk(clock, () => answered++)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Asks about a path of a mount that is stalled, and is told to give up. */
async function stall(file: string): Promise<(value: string) => void> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = expect(disk.ask(file, () => promise)).rejects.toThrow(Stalled)
  for (const run of [...due]) run()
  await asked
  return resolve
}

test('a question without an answer is given up and not asked again; the others are asked', async () => {
  await stall('/mnt/a')
  await expect(disk.stat('/mnt/a')).rejects.toThrow(Stalled)
  expect(await disk.stat(folder)).not.toBeNull()
  expect(due).toEqual([])
})

test('the late answer is told, and the path is asked again', async () => {
  const answer = await stall('/mnt/a')
  expect(answered).toBe(0)
  answer('at last')
  await expect.poll(() => answered).toBe(1)
  expect(disk.refuses('/mnt/a')).toBe(false)
  expect(await disk.stat(path.join(folder, 'none'))).toBeNull()
})

test('questions that hang never take all the threads that files have', async () => {
  await stall('/mnt/a')
  expect(disk.refuses(folder)).toBe(false)
  const answer = await stall('/mnt/b')
  await expect(disk.stat(folder)).rejects.toThrow(Stalled)
  answer('at last')
  await expect.poll(() => answered).toBe(1)
  expect(await disk.stat(folder)).not.toBeNull()
})

test('contexts of a file that stops answering stay, with the reason', async () => {
  const file = path.join(folder, 'a')
  const reader = new FileReader(disk)
  expect((await reader.read(file)).problem).toBeUndefined()
  await stall(file)
  const { contexts, problem } = await reader.read(file)
  expect(contexts).toHaveLength(1)
  expect(problem?.message).toMatch(/did not answer in time/)
})
