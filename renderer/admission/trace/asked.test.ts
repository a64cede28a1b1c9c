import { expect, it } from 'vitest'
import type { Discovery } from '../../../shared/ipc/index.ts'
import { type AdmissionQuestion, plainQuestion } from '../../live/index.ts'
import { askedOf } from './asked.ts'

const info = (group: string, version: string, resource: string, kind: string, namespaced = true) => ({
  group,
  version,
  resource,
  kind,
  namespaced,
  preferred: version === 'v1' || version === 'v2',
})
const discovery = {
  resources: [
    info('', 'v1', 'pods', 'Pod'),
    info('', 'v1', 'nodes', 'Node', false),
    info('autoscaling', 'v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  ],
} as unknown as Discovery
const place = { discovery, home: 'shop' }
const pods = { group: '', version: 'v1', resource: 'pods' }
const nodes = { group: '', version: 'v1', resource: 'nodes' }
const ask = (part: Partial<AdmissionQuestion>) => askedOf({ ...plainQuestion, ...part }, place)
const text = (yaml: string) => ({ type: 'text' as const, text: yaml })

it.each<[string, Partial<AdmissionQuestion>, object]>([
  [
    'the namespace of the context where none is named',
    { resource: pods },
    { resource: pods, namespace: 'shop' },
  ],
  ['the one that is named', { resource: pods, namespace: 'till' }, { namespace: 'till' }],
  ['no namespace for a kind of the cluster', { resource: nodes, namespace: 'till' }, { namespace: '' }],
  [
    'what the YAML says before what is chosen',
    {
      resource: nodes,
      namespace: 'till',
      name: 'x',
      object: text('apiVersion: v1\nkind: Pod\nmetadata:\n  namespace: mine\n'),
    },
    { resource: pods, namespace: 'mine', name: '' },
  ],
  [
    'what is chosen where the YAML says nothing yet',
    { resource: pods, namespace: 'till', object: text('spec:\n') },
    { resource: pods, namespace: 'till' },
  ],
  [
    'a served version in place of one that is not',
    { resource: { ...pods, version: 'v9' } },
    { resource: pods },
  ],
  [
    'a kind that is not served as it is: the server says so',
    { resource: { group: 'a.example', version: 'v1', resource: 'x' } },
    { resource: { group: 'a.example', version: 'v1', resource: 'x' } },
  ],
])('asked for is %s', (_, part, expected) => {
  expect(ask(part)).toMatchObject({ type: 'question', question: expected })
})

it.each<[Partial<AdmissionQuestion>, string]>([
  [{}, 'kind'],
  [{ object: text(' \n') }, 'text'],
  [{ resource: pods, object: { type: 'stored' } }, 'name'],
])('%j lacks the %s', (part, what) => expect(ask(part)).toEqual({ type: 'missing', what }))

it.each([
  [
    'kind: [',
    'The object does not say which kind it is: give it apiVersion and kind, or choose a kind above.',
  ],
  ['apiVersion: x.io/v1\nkind: Nope\n', 'The server serves no Nope of x.io/v1.'],
])('of %j it is asked whether it can be read, and told what it lacks', (yaml, lacksKind) => {
  expect(ask({ object: text(yaml) })).toMatchObject({ type: 'question', kind: null, lacksKind })
})

it('before discovery is read nothing is asked', () => {
  expect(askedOf({ ...plainQuestion, resource: pods }, { discovery: null, home: '' })).toEqual({
    type: 'missing',
    what: 'discovery',
  })
})
