import { describe, expect, it } from 'vitest'
import { contentOf } from './content.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const config = `# made by a tool
apiVersion: v1
clusters:
- cluster:
    server: https://127.0.0.1:6443
  name: prod
contexts:
- context: {cluster: prod, user: me}
  name: prod
current-context: prod
kind: Config
users: []
`

describe('a kubeconfig is told by its content', () => {
  it.each([
    ['as kubectl writes it', config],
    ['with a byte order mark and CRLF', `\uFEFF${config.replaceAll('\n', '\r\n')}`],
    ['after a document mark', `---\n${config}`],
    ['without kind and version', config.replace('kind: Config\n', '').replace('apiVersion: v1\n', '')],
    ['with quoted keys', '"kind": "Config"\n"apiVersion": \'v1\'\n'],
    ['with a comment behind', 'kind: Config # ours\n'],
    ['as JSON', JSON.stringify({ kind: 'Config', apiVersion: 'v1', clusters: [{ kind: 'x' }] }, null, 2)],
    ['as JSON without a kind', JSON.stringify({ clusters: [{ name: 'a' }], users: [], contexts: [] })],
    [
      'as JSON that is cut',
      JSON.stringify({ clusters: [{ name: 'a', cluster: { server: 'x'.repeat(300) } }], contexts: [] })
        .replace('{', '{"kind":"Config",')
        .slice(0, 120),
    ],
  ])('%s', (_what, text) => expect(contentOf(bytes(text))).toBe('kubeconfig'))
})

describe('everything else is objects', () => {
  it.each([
    ['an object', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n'],
    ['a List', 'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Config\nkind: List\n'],
    ['a Config of another group', 'apiVersion: config.gatekeeper.sh/v1alpha1\nkind: Config\n'],
    ['an object with data named like a kubeconfig', 'kind: ConfigMap\nclusters: []\ncontexts: []\n'],
    ['a kubeconfig inside a string', 'kind: Secret\ndata: |\n  kind: Config\n  apiVersion: v1\n'],
    ['JSON objects', JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [{ kind: 'Config' }] })],
    ['an empty file', ''],
    ['JSON with a Config inside', JSON.stringify({ items: [{ kind: 'Config', apiVersion: 'v1' }] })],
  ])('%s', (_what, text) => expect(contentOf(bytes(text))).toBe('objects'))

  it.each([
    ['gzip', [0x1f, 0x8b, 8, 0]],
    ['zip', [0x50, 0x4b, 3, 4]],
    ['tar', [...Array.from({ length: 257 }, () => 0), ...bytes('ustar')]],
    ['bytes that are no text', [0xff, 0xfe, 0x00, 0x80]],
  ])('%s', (_what, head) => expect(contentOf(Uint8Array.from(head))).toBe('objects'))
})
