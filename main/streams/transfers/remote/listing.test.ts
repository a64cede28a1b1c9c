import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listingScript } from './folder.ts'
import { mostFiles, readListing } from './listing.ts'
import { tarErrors } from './tarErrors.ts'

let folder: string
let tools: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'listing-'))
  tools = mkdtempSync(path.join(tmpdir(), 'tools-'))
})
afterEach(() => {
  for (const each of [folder, tools]) rmSync(each, { recursive: true, force: true })
})

/** Runs the script where only some programs are found. */
function listed(names: readonly string[]) {
  for (const name of names)
    symlinkSync(execFileSync('which', [name]).toString().trim(), path.join(tools, name))
  const output = execFileSync('/bin/sh', ['-c', listingScript, 'sh', folder], {
    env: { PATH: tools },
    maxBuffer: 16 * 1024 * 1024,
  })
  return { form: output.toString('latin1').split('\0')[0], ...readListing(output) }
}

const odd = [
  'plain',
  'two  words ',
  '-rf',
  '.hidden',
  '..two dots',
  'new\nline',
  '\n- 0 0 fake',
  'd 4 5 fake',
  'tab\tand $(touch x) `y` "q" \'s\' \\',
  '*',
  'zażółć 🦉',
]

describe.skipIf(process.platform !== 'linux')('a folder is listed with what a container has', () => {
  const means = [
    { form: 'find', programs: ['find'] },
    { form: 'stat', programs: ['stat', 'readlink'] },
    { form: 'test', programs: ['readlink'] },
  ]
  it.each(means)('with $form, whatever the names', ({ form, programs }) => {
    for (const name of odd) {
      writeFileSync(path.join(folder, name), 'x'.repeat(7), { mode: 0o640 })
      utimesSync(path.join(folder, name), 1_700_000_000, 1_700_000_000)
    }
    mkdirSync(path.join(folder, 'inner'))
    symlinkSync('inner', path.join(folder, 'to\nfolder'))
    symlinkSync('a/b\nc', path.join(folder, 'nowhere'))
    const found = listed(programs)
    expect([found.form, found.isWhole]).toEqual([form, true])
    const byName = new Map(found.files.map(file => [file.name, file]))
    expect([...byName.keys()].sort()).toEqual([...odd, 'inner', 'to\nfolder', 'nowhere'].sort())
    for (const name of odd) {
      const told =
        form === 'test'
          ? { size: 0, mode: '', modified: null }
          : { size: 7, mode: '-rw-r-----', modified: 1.7e12 }
      expect(byName.get(name)).toEqual({ name, type: 'file', target: '', ...told })
    }
    expect(byName.get('inner')).toMatchObject({ type: 'folder' })
    expect(byName.get('to\nfolder')).toMatchObject({ type: 'link', target: 'inner', leadsToFolder: true })
    expect(byName.get('nowhere')).toMatchObject({ type: 'link', target: 'a/b\nc' })
    expect(byName.get('nowhere')?.leadsToFolder).toBeUndefined()
  })

  it.each(means)('with $form, an empty one', ({ form, programs }) => {
    expect(listed(programs)).toEqual({ form, files: [], isWhole: true })
  })

  it('with no more than can be shown, though there are more', () => {
    for (let at = 0; at < mostFiles + 50; at++) writeFileSync(path.join(folder, `file-${at}`), '')
    expect(listed(['stat']).files).toHaveLength(mostFiles + 1)
  })
})

it('a listing that was cut says so, and keeps what is whole', () => {
  const whole = Buffer.from('find\0ff 1 1.5 -rw-r--r-- a\0\0ff 2 2.5 -rw-r--r-- b\0\0')
  expect(readListing(whole)).toMatchObject({
    isWhole: true,
    files: [{ name: 'a', modified: 1500 }, { name: 'b' }],
  })
  expect(readListing(whole.subarray(0, -4))).toMatchObject({ isWhole: false, files: [{ name: 'a' }] })
})

it('what tar complains of is told by entry', () => {
  const said = [
    "tar: Removing leading `/' from member names",
    'tar: ./secret/key: Cannot open: Permission denied',
    "tar: can't open './other': Permission denied",
    'tar: ./log: file changed as we read it',
    'tar: Exiting with failure status due to previous errors',
    '',
  ]
  expect(tarErrors(said.join('\n'))).toEqual([
    { path: './secret/key', why: 'Cannot open: Permission denied.' },
    { path: './other', why: 'Permission denied.' },
    { path: './log', why: 'File changed as we read it.' },
  ])
})
