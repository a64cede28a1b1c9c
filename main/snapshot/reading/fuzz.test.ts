import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { sampleObjects } from '../sample/index.ts'
import { seededRandom } from '../sample/life.ts'
import { folderForEachTest, tarOf, zipOf } from './underTest.ts'

const folder = folderForEachTest()
const objects = sampleObjects(Date.UTC(2026, 0, 1)).slice(0, 40)
const json = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2)
const yaml = stringify({ apiVersion: 'v1', items: objects, kind: 'List' }, { aliasDuplicateObjects: false })
const stream = objects.map(object => stringify(object, { aliasDuplicateObjects: false })).join('---\n')

const files: readonly (readonly [name: string, make: () => Promise<Buffer> | Buffer])[] = [
  ['list.json', () => Buffer.from(json)],
  ['list.yaml', () => Buffer.from(yaml)],
  ['stream.yaml', () => Buffer.from(stream)],
  ['list.json.gz', () => gzipSync(json)],
  ['dump.tar', () => tarOf({ 'a.json': json, 'b.yaml': yaml })],
  ['dump.tar.gz', async () => gzipSync(await tarOf({ 'a.json': json, 'b.yaml': yaml }))],
  ['dump.zip', () => zipOf({ 'a.json': json, 'b.yaml': yaml })],
  ['wide.json', () => Buffer.from(`\uFEFF${json}`, 'utf16le')],
]

it.each(files)(
  '%s, cut off anywhere or damaged, never fails and always has something to show or to tell',
  async (name, make) => {
    const random = seededRandom(7)
    const good = await make()
    const { objects: all, problems: none } = await folder.read([await folder.write(name, good)])
    expect([all, none]).toEqual([objects.length, []])
    for (let round = 0; round < 25; round++) {
      const bad = Buffer.from(good)
      const isCut = round % 2 === 0
      const length = isCut ? Math.floor(random() * good.length) : good.length
      if (!isCut)
        for (let flip = 0; flip < 1 + round; flip++)
          bad[Math.floor(random() * bad.length)] = Math.floor(random() * 256)
      const read = await folder.read([await folder.write(name, bad.subarray(0, length))])
      const about = `round ${round}, ${length} of ${good.length} bytes`
      expect(read.objects + read.problems.length, about).toBeGreaterThan(0)
      // A cut between two documents leaves whole ones, and nothing to tell.
      if (isCut && read.problems.length === 0) expect(name, about).toBe('stream.yaml')
      expect(read.objects, about).toBeLessThanOrEqual(all + 3)
    }
  },
)
