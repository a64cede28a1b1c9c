import { expect, it } from 'vitest'
import { dumpPodLogs } from './dumpLogs.ts'
import { LogFiles, logPlace } from './logFiles.ts'
import { folderForEachTest, tgzOf } from './underTest.ts'

const folder = folderForEachTest()

it.each([
  [
    '/x/namespaces/shop/pods/web/app/app/logs/current.log',
    { namespace: 'shop', pod: 'web', container: 'app', isPrevious: false },
  ],
  [
    'm/namespaces/shop/pods/web/app/app/logs/previous.log',
    { namespace: 'shop', pod: 'web', container: 'app', isPrevious: true },
  ],
  [
    'namespaces\\shop\\pods\\web\\app\\app\\logs\\previous.insecure.log',
    { namespace: 'shop', pod: 'web', container: 'app', isPrevious: true },
  ],
  ['/x/shop/web-0/logs.txt', { namespace: 'shop', pod: 'web-0', container: '', isPrevious: false }],
  ['/x/audit_logs/kube-apiserver/audit.log', null],
  ['/x/namespaces/shop/pods/web/../app/logs/current.log', null],
  ['logs.txt', null],
])('%s', (label, place) => expect(logPlace(label)).toEqual(place))

const request = (container: string, more = {}) => ({
  pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } },
  container,
  isPrevious: false,
  tailLines: null,
  since: null,
  hasTimes: true,
  follows: false,
  signal: new AbortController().signal,
  ...more,
})

async function text(files: LogFiles, container: string, more = {}): Promise<string> {
  let all = ''
  for await (const part of dumpPodLogs(files).read(request(container, more)))
    all += Buffer.from(part).toString()
  return all
}

it('logs in archives are served; of a long one the end is kept, from a line’s begin on', async () => {
  const line = (at: number): string =>
    `2026-01-02T03:04:05.${String(at).padStart(6, '0')}Z ${'x'.repeat(60)}\n`
  const long = Array.from({ length: 30_000 }, (_, at) => line(at)).join('')
  const packed = await tgzOf({
    'm/namespaces/shop/pods/web/app/app/logs/current.log': 'one\ntwo',
    'm/namespaces/shop/pods/web/long/long/logs/current.log': long,
    'm/pods.json': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'shop' },
    }),
  })
  const { logs, notes } = await folder.read([await folder.write('m.tgz', packed)])
  expect(notes).toContain('2 logs are shown with their pods.')
  expect(notes).toContain('Of 1 packed log only the last megabyte is kept; unpack the archive to read all.')
  expect(await text(logs, 'app')).toBe('one\ntwo\n')
  const kept = await text(logs, 'long')
  expect(kept.length).toBeLessThanOrEqual(1024 * 1024)
  expect(kept).toMatch(/^2026-01-02T/)
  expect(kept.endsWith(line(29_999))).toBe(true)
})

it('the last lines are found from the end, those since a time by their times, which may be left out', async () => {
  const files = new LogFiles()
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `2026-01-02T03:${String(Math.floor(at / 600)).padStart(2, '0')}:00Z line ${at}\n`,
  )
  files.takeDisk(await folder.write('namespaces/shop/pods/web/app/app/logs/current.log', lines.join('')))
  expect(await text(files, 'app', { tailLines: 2 })).toBe(lines.slice(-2).join(''))
  expect(await text(files, 'app', { tailLines: 12_345 })).toBe(lines.slice(-12_345).join(''))
  expect(await text(files, 'app', { tailLines: 0 })).toBe('')
  expect(await text(files, 'app', { tailLines: 1, hasTimes: false })).toBe('line 19999\n')
  const since = await text(files, 'app', { since: Date.parse('2026-01-02T03:33:00Z'), hasTimes: false })
  expect(since.split('\n')[0]).toBe('line 19800')
  await expect(text(files, 'none')).rejects.toThrow('The dump holds no log of container none in pod web.')
})
