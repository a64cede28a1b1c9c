import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { report } from './figures.ts'

const renderer = join(import.meta.dirname, '../../dist/renderer')

/** Bytes, compressed as by gzip, that the page needs before it can paint, and all there are. */
export async function benchBundle(): Promise<void> {
  const page = await readFile(join(renderer, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)].map(match => match[1] ?? '')
  if (named.length === 0) throw new Error('the page names no script')
  let first = 0
  for (const file of named) first += gzipSync(await readFile(join(renderer, file)), { level: 9 }).length
  let all = 0
  for (const file of await readdir(join(renderer, 'assets'))) {
    if (!/\.(js|css)$/.test(file)) continue
    all += gzipSync(await readFile(join(renderer, 'assets', file)), { level: 9 }).length
  }
  report('bundle.first-paint', first / 1024, 'KB', '400')
  report('bundle.all', all / 1024, 'KB')
}
