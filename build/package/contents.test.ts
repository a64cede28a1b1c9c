import { expect, it } from 'vitest'
import type { Packed } from './asar.ts'
import { archiveBudget, contentFaults } from './contents.ts'

const file = (path: string, text = 'x'): Packed => ({ path, content: Buffer.from(text), isIntact: true })
const whole: readonly Packed[] = [
  file('LICENSE'),
  file('package.json', '{"name":"gatehouse","main":"dist/main/index.js"}'),
  file('dist/licences.txt'),
  file('dist/main/index.js'),
  file('dist/main/cli.js'),
  file('dist/main/snapshot-worker.js'),
  file('dist/main/schemas/discovery.json.gz'),
  file('dist/preload/index.cjs'),
  file('dist/renderer/index.html'),
]
const place = { folders: ['/build/gatehouse', '/home/builder'] }
const faultsWith = (...more: readonly Packed[]): readonly string[] =>
  contentFaults([...whole, ...more], place)

it('an archive of bundles, licences and a small package.json may ship', () => {
  expect(faultsWith()).toEqual([])
})

it('each required file is missed', () => {
  for (const { path } of whole)
    expect(
      contentFaults(
        whole.filter(one => one.path !== path),
        place,
      ),
    ).toContain(`${path} is missing`)
})

const key = ['-----BEGIN PRIVATE', 'KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF'].join(' ')
it.each([
  ['dist/main/index.js.map', 'x', 'is a source map'],
  ['main/index.ts', 'x', 'is a source'],
  ['dist/renderer/App.tsx', 'x', 'is a source'],
  ['dist/main/engine.test.js', 'x', 'is a test'],
  ['node_modules/ws/index.js', 'x', 'is an installed package'],
  ['dist/.env', 'x', 'is a hidden file'],
  ['dist/main/tool.exe', 'x', 'is of no kind that ships'],
  ['dist/main/a.js', '', 'is empty'],
  ['dist/main/a.js', key, 'holds a private key'],
  ['dist/main/a.js', `ghp_${'a1'.repeat(18)}`, 'holds a GitHub token'],
  ['dist/main/a.js', `npm_${'a1'.repeat(18)}`, 'holds an npm token'],
  ['dist/main/a.js', `"eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}"`, 'holds a signed token'],
  ['dist/main/a.js', '// /build/gatehouse/main/a.ts', 'names /build/gatehouse'],
  ['dist/main/a.js', '"/home/builder/x"', 'names /home/builder'],
  ['dist/main/a.js', '//# sourceMappingURL=a.js.map', 'names a source map'],
  ['dist/renderer/a.js', 'eval("1")', 'makes code of text'],
  ['dist/renderer/a.js', 'new Function("return this")', 'makes code of text'],
  ['dist/renderer/a.js', 'node.insertAdjacentHTML("beforeend", x)', 'makes markup of text'],
])('%s with %j %s', (path, text, fault) => {
  expect(faultsWith(file(path, text)).join('\n')).toContain(`${path} ${fault}`)
})

it('a word that only looks like a secret or like eval passes', () => {
  expect(
    faultsWith(
      file('dist/renderer/a.js', '/-----BEGIN [A-Z ]*PRIVATE KEY-----/; retrieval(1); medieval (2)'),
      file('dist/renderer/b.js', 'class A{f(){return this.eval(1,2)}eval(t,n){return t}}'),
    ),
  ).toEqual([])
})

it('a field of package.json that no program needs is named, and so is a changed file', () => {
  const more = whole.map(one => (one.path === 'package.json' ? file('package.json', '{"scripts":{}}') : one))
  expect(contentFaults(more, place)).toEqual(['package.json has the field scripts'])
  expect(faultsWith({ ...file('dist/main/a.js'), isIntact: false })).toHaveLength(1)
})

it('the archive has a budget', () => {
  expect(faultsWith(file('dist/main/a.js', 'x'.repeat(archiveBudget))).join()).toContain(
    'bytes are more than',
  )
})
