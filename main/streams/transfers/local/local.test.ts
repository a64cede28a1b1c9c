import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPath, localTarget, sizeOfTree, tarOfTree } from './index.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'home-')))
  for (const folder of ['.kube', '.config/gatehouse', 'copies'])
    mkdirSync(path.join(home, folder), { recursive: true })
  writeFileSync(path.join(home, '.kube/config'), 'kubeconfig')
  writeFileSync(path.join(home, 'copies/other.kubeconfig'), 'kubeconfig')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const target = (written: string, name = 'app', mayOverwrite = false) =>
  localTarget(written, name, {
    mayOverwrite,
    places: {
      home,
      guarded: () =>
        ['.kube', '.config/gatehouse', 'copies/other.kubeconfig'].map(each => path.join(home, each)),
    },
  })

it.each(['copies', './copies', '../copies', '', '~copies/x', 'a\0b'])(
  '“%s” is no path that can be written to',
  written => {
    expect(() => localPath(written, '/home/me')).toThrow('is no absolute path')
  },
)

it('a tilde is the home folder', () => {
  expect(localPath('~/a', '/home/$&')).toBe(path.normalize('/home/$&/a'))
  expect(localPath('~', '/home/me')).toBe(path.normalize('/home/me'))
})

describe('where a copy goes', () => {
  it('into a folder that is there, under its own name', async () => {
    expect((await target('~/copies')).file).toBe(path.join(home, 'copies/app'))
    expect((await target('~/copies/')).file).toBe(path.join(home, 'copies/app'))
    expect((await target('~/copies/new')).file).toBe(path.join(home, 'copies/new'))
  })

  it('to no place that is not there, or has something', async () => {
    await expect(target('~/nothing/new')).rejects.toThrow('does not exist')
    await expect(target('~/nothing/')).rejects.toThrow('does not exist')
    await expect(target('~/.kube/config/new')).rejects.toThrow()
    writeFileSync(path.join(home, 'copies/app'), 'x')
    await expect(target('~/copies')).rejects.toThrow('is there already')
    expect((await target('~/copies', 'app', true)).file).toBe(path.join(home, 'copies/app'))
  })

  it.each([
    '~/.kube',
    '~/.kube/config',
    '~/.KUBE/new',
    '~/.config/gatehouse/settings.json',
    '~/copies/other.kubeconfig',
    '~/kube-link',
    '~/.config',
  ])('%s: over no settings and no kubeconfig, whatever is allowed', async written => {
    symlinkSync(path.join(home, '.kube'), path.join(home, 'kube-link'))
    if (written === '~/.KUBE/new' && process.platform === 'linux') mkdirSync(path.join(home, '.KUBE'))
    await expect(target(written, written === '~/.config' ? 'gatehouse' : 'config', true)).rejects.toThrow(
      'copies leave them alone',
    )
  })
})

describe('a tree as a tar', () => {
  it('has files, folders and links, and tells of what it leaves out', async () => {
    const top = path.join(home, 'copies')
    mkdirSync(path.join(top, 'inner'))
    writeFileSync(path.join(top, 'inner/file'), 'x'.repeat(100_000))
    symlinkSync('/etc/passwd', path.join(top, 'link'))
    execFileSync('mkfifo', [path.join(top, 'pipe')])
    symlinkSync(top, path.join(home, 'copies-link'))
    const refused: string[] = []
    const options = {
      as: 'copy',
      signal: new AbortController().signal,
      onBytes: () => undefined,
      onEntry: () => undefined,
      onRefused: (at: string, why: string) => void refused.push(`${at}: ${why}`),
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of tarOfTree(path.join(home, 'copies-link'), options)) chunks.push(chunk)
    execFileSync('tar', ['xf', '-', '-C', home], { input: Buffer.concat(chunks) })
    rmSync(path.join(top, 'pipe'))
    const differences = execFileSync('diff', ['-r', '--no-dereference', top, path.join(home, 'copy')])
    expect([differences.toString(), refused]).toEqual(['', ['pipe: It is a device, a pipe or a socket.']])
    expect(await sizeOfTree(top, options.signal)).toBe(100_000 + 'kubeconfig'.length)
  })
})
