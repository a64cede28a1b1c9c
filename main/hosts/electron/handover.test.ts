import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../shared/flow/index.ts'
import { Handover } from './handover.ts'
import type { NewRequest } from './requests.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handover-'))
  await writeFile(join(folder, 'config'), 'kind: Config\napiVersion: v1\n')
  await writeFile(join(folder, 'a.yaml'), 'kind: Pod\napiVersion: v1\n')
  await writeFile(join(folder, 'b.yaml'), 'kind: Node\napiVersion: v1\n')
  await mkdir(join(folder, 'dump'))
})
afterAll(() => rm(folder, { recursive: true }))

const take = async (...steps: readonly { links?: readonly string[]; paths?: readonly string[] }[]) => {
  const asked: NewRequest[] = []
  const refused: string[] = []
  let gathering = 0
  const after: Clock['after'] = (milliseconds, run) => {
    gathering++
    return systemClock.after(milliseconds, () => {
      gathering--
      run()
    })
  }
  const handover = new Handover({
    clock: { ...systemClock, after },
    ask: request => void asked.push(request),
    refuse: reason => void refused.push(reason),
  })
  for (const { links = [], paths = [] } of steps) {
    handover.take({ links, paths: paths.map(path => join(folder, path)) })
  }
  // What is gathered is said together.
  await expect.poll(() => gathering === 0 && asked.length + refused.length > 0).toBe(true)
  return { asked, refused }
}

it('files that come one by one are one request, kubeconfigs and objects apart', async () => {
  const { asked, refused } = await take(
    { paths: ['a.yaml'] },
    { paths: ['config'] },
    { paths: ['b.yaml', 'dump'] },
  )
  expect(refused).toEqual([])
  expect(asked).toEqual([
    { type: 'files', as: 'kubeconfig', paths: [join(folder, 'config')] },
    { type: 'files', as: 'objects', paths: ['a.yaml', 'b.yaml', 'dump'].map(name => join(folder, name)) },
  ])
})

it('the same file twice is one', async () => {
  const { asked } = await take({ paths: ['a.yaml', 'a.yaml'] })
  expect(asked).toMatchObject([{ paths: [join(folder, 'a.yaml')] }])
})

it('a file that is not there is said, and the others are opened', async () => {
  const { asked, refused } = await take({ paths: ['none.yaml', 'a.yaml'] })
  expect(asked).toHaveLength(1)
  expect(refused).toEqual([`“${join(folder, 'none.yaml')}” cannot be opened: there is no such file.`])
})

it.each([
  ['links', { links: Array.from({ length: 50 }, (_, index) => `gatehouse://evil/${index}`) }],
  ['files', { paths: Array.from({ length: 50 }, (_, index) => `none-${index}`) }],
])('fifty bad %s are said once', async (_what, handed) => {
  const { refused } = await take(handed)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.split('\n')).toHaveLength(6)
  expect(refused[0]).toContain('45 more cannot be opened either.')
})

it('a link goes to the page as its address; what is no link is refused in words', async () => {
  const { asked, refused } = await take({ links: ['gatehouse://c/prod', 'gatehouse://evil'] })
  expect(asked).toEqual([{ type: 'link', address: '#/c/prod' }])
  expect(refused).toEqual(['“gatehouse://evil” is no link to something in Gatehouse.'])
})
