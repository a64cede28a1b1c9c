import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { defaultLimits } from './limits.ts'
import { configMap, configMapYaml, folderForEachTest, tarOf, tgzOf, zipOf } from './underTest.ts'

const folder = folderForEachTest()
const one = configMap('one')
const two = configMap('two')
const bare = ({ apiVersion: _apiVersion, kind: _kind, ...rest }: typeof one) => rest
const list = { apiVersion: 'v1', items: [one, two], kind: 'List', metadata: { resourceVersion: '' } }
const typed = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: {}, items: [bare(one), bare(two)] }
const both = ['/configmaps a/one', '/configmaps a/two']
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const contents: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ['a List as JSON', JSON.stringify(list, null, 4)],
  ['a List as JSON in one line', JSON.stringify(list)],
  ['a List as YAML', stringify(list)],
  ['a List as YAML, its items further in', stringify(list, { indentSeq: true })],
  ['a list of one kind as JSON, its kind first', JSON.stringify(typed)],
  ['a list of one kind as YAML, its kind last', stringify(typed, { sortMapEntries: true })],
  ['a list of one kind as YAML, its kind first', stringify(typed)],
  ['JSON values that follow each other', JSON.stringify(one) + JSON.stringify(two)],
  ['JSON lines', `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`],
  ['JSON documents between marks', `---\n${JSON.stringify(one)}\n---\n${JSON.stringify(two)}`],
  ['an array of JSON', JSON.stringify([one, two])],
  ['YAML documents', `# made by hand\n---\n${stringify(one)}---\n${stringify(two)}---\n`],
  ['YAML documents with an end mark', `${stringify(one)}...\n---\n${stringify(two)}...\n`],
  [
    'YAML in flow style',
    `---\n{\n  apiVersion: "v1", # of old\n  kind: "List",\n  items: [${JSON.stringify(one)}, ${JSON.stringify(two)},],\n}\n`,
  ],
  [
    'flow style without a mark',
    `{apiVersion: v1, kind: List, items: [${JSON.stringify(one)}, ${JSON.stringify(two)}]}`,
  ],
  ['lists within lists', JSON.stringify({ ...list, items: [list] })],
  ['line ends of Windows', stringify(list).replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${stringify(list)}`],
  ['UTF-16, little end first', utf16(stringify(list), false)],
  ['UTF-16, big end first', utf16(JSON.stringify(list), true)],
  ['UTF-16 without a mark', Buffer.from(JSON.stringify(list), 'utf16le')],
  ['a Windows YAML of one kind', stringify(typed).replaceAll('\n', '\r\n')],
]

it.each(contents)('reads %s, also from within archives and packed', async (_what, content) => {
  const zipped = await folder.write('d.zip', zipOf({ 'x/a.yaml': content }))
  for (const file of [
    await folder.write('a.yaml', content),
    await folder.write('no-ending', content),
    await folder.write('b.yaml.gz', gzipSync(content)),
    await folder.write('c.tar', await tarOf({ 'x/a.yaml': content })),
    await folder.write('c.tgz', await tgzOf({ './x/a.json': content })),
    zipped,
  ]) {
    const { all, problems, objects } = await folder.read([file])
    expect({ problems, all, objects }, file).toEqual({
      problems: [],
      all: [...both, '/namespaces /a'],
      objects: 2,
    })
  }
})

it('reads folders with all that is in them, archives too, each file once', async () => {
  await folder.write('in/one.yaml', configMapYaml('one'))
  await folder.write('in/deep/er/two.json', JSON.stringify(two))
  await folder.write('in/notes.txt', 'nothing\n')
  await folder.write('in/looks-like', configMapYaml('three'))
  await folder.write('in/.git/four.yaml', configMapYaml('four'))
  await folder.write(
    'in/a.tar.gz',
    await tgzOf({
      'five.yaml': configMapYaml('five'),
      '.hidden.yaml': '{',
      'b.zip': zipOf({ 'six.yaml': configMapYaml('six') }),
    }),
  )
  await symlink('..', path.join(folder.path, 'in/deep/loop'))
  await symlink('/nowhere', path.join(folder.path, 'in/dead'))
  await symlink('one.yaml', path.join(folder.path, 'in/again.yaml'))
  const { all, problems, notes, files } = await folder.read([path.join(folder.path, 'in')])
  expect(problems).toEqual([])
  expect(all.map(text => text.split('/').at(-1))).toEqual(['five', 'one', 'six', 'three', 'two', 'a'])
  expect(files).toBe(5)
  expect(notes).toEqual(['1 other file holds no objects.', '1 namespace is known by objects in them only.'])
})

it('links are followed within what was opened, and told where they lead out of it', async () => {
  await folder.write('in/one.yaml', configMapYaml('one'))
  await folder.write('in-beside/three.yaml', configMapYaml('three'))
  await folder.write('secret/two.yaml', configMapYaml('two'))
  for (const [name, target] of [
    ['system', '/proc/self'],
    ['home', '../secret'],
    ['beside', '../in-beside'],
    ['file.yaml', '../secret/two.yaml'],
    ['chain', 'home'],
    ['up', '../..'],
    ['here', '.'],
  ] as const)
    await symlink(target, path.join(folder.path, 'in', name))
  const told = ['beside', 'chain', 'file.yaml', 'home', 'system', 'up']
  const alone = await folder.read([path.join(folder.path, 'in')])
  expect(alone.all).toEqual([both[0], '/namespaces /a'])
  expect(alone.problems).toEqual(
    told.map(name => `in/${name} This link leads out of what was opened; it is not followed.`),
  )
  // What was opened too is within, whichever way leads there; a path that is a link itself was meant.
  await symlink('secret', path.join(folder.path, 'meant'))
  const together = await folder.read([path.join(folder.path, 'in'), path.join(folder.path, 'meant')])
  expect(together.all).toEqual([...both, '/namespaces /a'])
})

it.skipIf(process.platform !== 'linux')('what has no path of its own fails alone', async () => {
  await folder.write('in/one.yaml', configMapYaml('one'))
  await mkdir(path.join(folder.path, 'in/fds'))
  await symlink('/proc/self/fd/0', path.join(folder.path, 'in/fds/zero'))
  await symlink('/proc/self/exe', path.join(folder.path, 'in/fds/program'))
  const { all } = await folder.read([path.join(folder.path, 'in')])
  expect(all).toEqual([both[0], '/namespaces /a'])
})

it('what is nested beyond reason costs nothing of what stands beside it', async () => {
  const deep = `{"apiVersion":"v1","kind":"Thing","metadata":{"name":"x"},"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const file = await folder.write('a.json', `${JSON.stringify(one)}\n${deep}\n${JSON.stringify(two)}\n`)
  const { all, problems } = await folder.read([file])
  expect(all).toEqual([...both, '/namespaces /a'])
  expect(problems).toEqual(['a.json:2 It is nested too deeply.'])
})

it('several paths are one dump', async () => {
  const first = await folder.write('a/x.yaml', configMapYaml('one'))
  const second = await folder.write('b/x.yaml', configMapYaml('two'))
  await link(first, path.join(folder.path, 'c.yaml'))
  const { all } = await folder.read([first, path.dirname(second), path.join(folder.path, 'c.yaml')])
  expect(all).toEqual([...both, '/namespaces /a'])
})

it.each([
  ['an empty file', 'a.yaml', '', 'a.yaml The file is empty.'],
  ['zero bytes', 'a.json', Buffer.alloc(100), 'a.json This is no text: it holds zero bytes.'],
  [
    'an image',
    'a',
    Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    'a This is no text: it holds zero bytes.',
  ],
  ['a text of something else', 'a', 'hello\n', 'a:1 This is no Kubernetes object: it has no fields.'],
  [
    'a file that begins with a list',
    'a.yaml',
    '- a\n- b\n',
    'a.yaml:1 This is no Kubernetes object: it has no fields.',
  ],
  [
    'no kind',
    'a.yaml',
    '\n# x\na: 1\n',
    'a.yaml:3 This is no Kubernetes object: it has no apiVersion or no kind.',
  ],
  ['no name', 'a.yaml', 'apiVersion: v1\nkind: Pod\n', 'a.yaml:1 This Pod has no name (metadata.name).'],
  [
    'a kubeconfig',
    'config',
    'apiVersion: v1\nkind: Config\nclusters: []\nusers: []\n',
    'config:1 This is a kubeconfig. It holds credentials and no objects, and is not loaded.',
  ],
  [
    'a template of Helm',
    't.yaml',
    `a: 1\n---\nkind: {{ .Values.kind }}\nmetadata:\n  {{- include "x" . }}\n`,
    expect.stringMatching(/^t\.yaml:[3-5] This is a template, not YAML/),
  ],
  [
    'an anchor that contains itself',
    'a.yaml',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: &x\n  y: *x\n',
    'a.yaml:1 One of its anchors contains itself: a document without an end.',
  ],
  [
    'anchors that contain each other',
    'a.yaml',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: &x [{a: &y [*x, {b: *y}]}]\n',
    'a.yaml:1 One of its anchors contains itself: a document without an end.',
  ],
  [
    'YAML nested beyond reason',
    'a.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
    expect.stringMatching(/^a\.yaml:\d It is nested too deeply\.$/),
  ],
  [
    'JSON nested beyond reason',
    'a.json',
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'a.json:1 It is nested too deeply.',
  ],
  [
    'a key that is there twice',
    'a.yaml',
    'a: 1\n---\napiVersion: v1\nkind: Pod\nkind: Pod\n',
    'a.yaml:5 The same key occurs twice in one mapping.',
  ],
  [
    'JSON that is none',
    'a.json',
    '{"kind": "Pod",\n "a": nope nope: x}',
    expect.stringMatching(/^a\.json:[12] This is valid neither/),
  ],
  [
    'JSON that is cut off',
    'a.json',
    '{"kind": "List",\n "items": [\n{"a":',
    'a.json:3 The text ends in the middle of what begins here: it is cut off, or a bracket is missing.',
  ],
  [
    'Latin-1',
    'a.yaml',
    Buffer.from('apiVersion: v1\nkind: Pod\nmetadata: {name: "\xfc"}\n', 'latin1'),
    'a.yaml:1 This is not text in UTF-8.',
  ],
  [
    'gzip that is cut off',
    'a.yaml.gz',
    gzipSync(configMapYaml('x').repeat(50)).subarray(0, 40),
    expect.stringMatching(/^a\.yaml\.gz Cannot be read to its end: it ends too early/),
  ],
  [
    'gzip of rubbish',
    'a.gz',
    Buffer.from('1f8b08ffffffffffffffffff', 'hex'),
    expect.stringContaining('a.gz Cannot be read to its end'),
  ],
  [
    'a zip that is cut off',
    'a.zip',
    zipOf({ 'a.yaml': configMapYaml('x') }).subarray(0, 60),
    expect.stringContaining('a.zip Cannot be read to its end'),
  ],
  [
    'an encrypted zip',
    'a.zip',
    zipOf({ 'a.yaml': configMapYaml('x') }, 1),
    'a.zip » a.yaml It is encrypted. Unpack the archive first.',
  ],
  [
    'xz',
    'a.tar.xz',
    Buffer.from('fd377a585a000004', 'hex'),
    'a.tar.xz This is compressed with xz, which is not read here. Unpack it first.',
  ],
])('tells of %s', async (_what, name, content, problem) => {
  const { problems, objects } = await folder.read([await folder.write(name, content)])
  expect(problems.slice(-1)).toEqual([problem])
  expect(objects).toBe(0)
})

it('reads what stands before and behind what it cannot read, with the line of that', async () => {
  const text = `${configMapYaml('one')}---\na: b: c\n---\n${configMapYaml('two')}`
  const items = `apiVersion: v1\nitems:\n- ${configMapYaml('three').trimEnd().replaceAll('\n', '\n  ')}\n- a: b: c\n- ${configMapYaml('four').trimEnd().replaceAll('\n', '\n  ')}\nkind: List\n`
  const { all, problems } = await folder.read([
    await folder.write('a.yaml', text),
    await folder.write('b.yaml', items),
  ])
  expect(all.map(one => one.split('/').at(-1))).toEqual(['four', 'one', 'three', 'two', 'a'])
  expect(problems.map(problem => problem.split(' ')[0])).toEqual(['a.yaml:7', 'b.yaml:8'])
})

it('a tar that is cut off gives what came before the cut', async () => {
  const tar = await tarOf({ 'a.yaml': configMapYaml('one'), 'b.yaml': configMapYaml('two'.padEnd(9, 'x')) })
  const { all, problems } = await folder.read([await folder.write('a.tar', tar.subarray(0, 1024 + 520))])
  expect(all).toContain('/configmaps a/one')
  expect(problems.length).toBeGreaterThan(0)
})

it.skipIf(process.getuid?.() === 0)(
  'tells of files and folders that may not be read (not as root)',
  async () => {
    await chmod(await folder.write('in/a.yaml', configMapYaml('one')), 0)
    await mkdir(path.join(folder.path, 'in/b'), { mode: 0 })
    const { problems } = await folder.read([path.join(folder.path, 'in')])
    expect(problems).toHaveLength(2)
  },
)

it('names within archives that lead elsewhere are labels and nothing more', async () => {
  const files = { '../../../../tmp/evil.yaml': configMapYaml('one'), '/etc/evil.yaml': configMapYaml('two') }
  for (const archive of [
    await folder.write('a.tar', await tarOf(files)),
    await folder.write('a.zip', zipOf(files)),
  ]) {
    const { all, problems } = await folder.read([archive])
    expect(problems).toEqual([])
    expect(all.slice(0, 2)).toEqual(both)
  }
})

const bounded = {
  ...defaultLimits,
  files: 5,
  expandedBytes: 4_000_000,
  ratio: 50,
  ratioFrom: 1_000_000,
  nesting: 2,
  objectBytes: 10_000,
  innerZipBytes: 1000,
}
const many = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`${index}.yaml`, configMapYaml(`n${index}`)]),
)

it.each([
  [
    'grows beyond measure',
    async () => gzipSync(Buffer.alloc(3_000_000, 'a: b\n')),
    /grows to more than 50 times/,
  ],
  [
    'holds zeros without end',
    async () => tgzOf({ 'a.yaml': Buffer.alloc(3_000_000) }),
    /grows to more than 50 times/,
  ],
  [
    'is a zip that grows',
    async () => zipOf({ 'a.yaml': Buffer.alloc(3_000_000, 'a: b\n') }),
    /grows to more than 50 times/,
  ],
  ['holds too many files', async () => tarOf(many), /more than 5 files/],
  ['is a zip with too many files', async () => zipOf(many), /more than 5 files/],
  [
    'is packed over and over',
    async () => gzipSync(gzipSync(gzipSync(gzipSync(gzipSync('a: 1'))))),
    /archives within archives/,
  ],
  [
    'has a large zip within',
    async () =>
      tarOf({
        'b.zip': zipOf({
          'a.yaml': randomBytes(3000),
        }),
      }),
    /Unpack it first/,
  ],
  [
    'has an object beyond all size',
    async () => Buffer.from(JSON.stringify(configMap('x', { data: { a: 'x'.repeat(20_000) } }))),
    /larger than 0 MB/,
  ],
])('refuses what %s, and says so', async (_what, make, words) => {
  const { problems } = await folder.read([await folder.write('bomb', await make())], bounded)
  expect(problems.join('\n')).toMatch(words)
})

it('a folder with too many files is refused as a whole', async () => {
  for (const [name, content] of Object.entries(many)) await folder.write(name, content)
  await expect(folder.read([folder.path], bounded)).rejects.toThrow('more than 5 files')
})
