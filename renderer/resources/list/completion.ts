import type { LabelTerms } from '../../../shared/ipc/index.ts'
import type { Resource } from '../../../shared/kube/index.ts'

/** What may stand at the caret: `text` takes the place of what is between `from` and `to`. */
export interface Completion {
  readonly from: number
  readonly to: number
  readonly options: readonly CompletionOption[]
}

export interface CompletionOption {
  readonly text: string
  /** Behind the text, e.g. how many values there are. */
  readonly detail: string
}

/** Keys of a selector with the values that are known of them. */
export interface Term {
  readonly key: string
  readonly values: readonly string[]
}

const mostOptions = 12

/** Completes the key, or the value after an operator, that the caret is in. */
export function completeSelector(text: string, caret: number, terms: readonly Term[]): Completion | null {
  const before = text.slice(0, caret)
  const list = /(?:^|,)\s*([^\s,=!()]+)\s+(?:not)?in\s*\(\s*(?:[^(),]*,)*\s*([^(),\s]*)$/.exec(before)
  if (list !== null) return valueCompletion(caret, list[1] ?? '', list[2] ?? '', terms)
  if (isInBrackets(before)) return null
  const value = /(?:^|,)\s*([^\s,=!()]+)\s*(?:!=|==|=)\s*([^\s,=!()]*)$/.exec(before)
  if (value !== null) return valueCompletion(caret, value[1] ?? '', value[2] ?? '', terms)
  const key = /(?:^|,)\s*!?([^\s,=!()]*)$/.exec(before)
  if (key === null) return null
  const typed = key[1] ?? ''
  const options = matching(
    terms.map(term => term.key),
    typed,
  ).map(found => ({ text: found, detail: countText(terms, found) }))
  return completion(caret, typed, options)
}

function valueCompletion(
  caret: number,
  key: string,
  typed: string,
  terms: readonly Term[],
): Completion | null {
  const values = terms.find(term => term.key === key)?.values ?? []
  return completion(
    caret,
    typed,
    matching(values, typed).map(text => ({ text, detail: '' })),
  )
}

function completion(caret: number, typed: string, options: readonly CompletionOption[]): Completion | null {
  const isWhole = options.length === 1 && options[0]?.text === typed
  if (options.length === 0 || isWhole) return null
  return { from: caret - typed.length, to: caret, options: options.slice(0, mostOptions) }
}

/** Those that begin with what was typed before those that hold it. */
function matching(texts: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase()
  const found = texts.filter(text => text !== '' && text.toLowerCase().includes(wanted))
  const begins = (text: string) => (text.toLowerCase().startsWith(wanted) ? 0 : 1)
  return [...found].sort((a, b) => begins(a) - begins(b))
}

function isInBrackets(before: string): boolean {
  return before.lastIndexOf('(') > before.lastIndexOf(')')
}

function countText(terms: readonly Term[], key: string): string {
  const values = terms.find(term => term.key === key)?.values.length ?? 0
  return values === 0 ? '' : `${values} ${values === 1 ? 'value' : 'values'}`
}

export const labelTermsOf = (known: LabelTerms | null): readonly Term[] => known?.labels ?? []

/** Every kind may be selected by its name, and by its namespace where it has one. */
const anyKind = ['metadata.name', 'metadata.namespace']

/**
 * Fields that the API server knows besides, by group and resource: the field label conversions of
 * k8s.io/kubernetes/pkg/apis, and the values that enumerated ones may have.
 */
const fieldsOf: ReadonlyMap<string, readonly Term[]> = new Map([
  [
    '/pods',
    [
      {
        key: 'status.phase',
        values: ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'],
      },
      { key: 'spec.nodeName', values: [] },
      { key: 'spec.restartPolicy', values: ['Always', 'OnFailure', 'Never'] },
      { key: 'spec.schedulerName', values: ['default-scheduler'] },
      { key: 'spec.serviceAccountName', values: ['default'] },
      { key: 'spec.hostNetwork', values: ['true', 'false'] },
      { key: 'status.podIP', values: [] },
      { key: 'status.nominatedNodeName', values: [] },
    ],
  ],
  ['/nodes', [{ key: 'spec.unschedulable', values: ['true', 'false'] }]],
  ['/namespaces', [{ key: 'status.phase', values: ['Active', 'Terminating'] }]],
  [
    '/secrets',
    [
      {
        key: 'type',
        values: [
          'Opaque',
          'kubernetes.io/tls',
          'kubernetes.io/dockerconfigjson',
          'kubernetes.io/service-account-token',
          'helm.sh/release.v1',
        ],
      },
    ],
  ],
  [
    '/services',
    [
      { key: 'spec.type', values: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] },
      { key: 'spec.clusterIP', values: ['None'] },
    ],
  ],
  [
    '/events',
    [
      { key: 'type', values: ['Normal', 'Warning'] },
      { key: 'reason', values: [] },
      { key: 'involvedObject.kind', values: ['Pod', 'Deployment', 'ReplicaSet', 'Node', 'Job'] },
      { key: 'involvedObject.name', values: [] },
      { key: 'involvedObject.namespace', values: [] },
      { key: 'involvedObject.uid', values: [] },
      { key: 'involvedObject.fieldPath', values: [] },
      { key: 'reportingComponent', values: [] },
      { key: 'source', values: [] },
    ],
  ],
  ['/replicationcontrollers', [{ key: 'status.replicas', values: ['0'] }]],
  ['apps/replicasets', [{ key: 'status.replicas', values: ['0'] }]],
  ['batch/jobs', [{ key: 'status.successful', values: ['0', '1'] }]],
  [
    'certificates.k8s.io/certificatesigningrequests',
    [
      {
        key: 'spec.signerName',
        values: [
          'kubernetes.io/kube-apiserver-client',
          'kubernetes.io/kube-apiserver-client-kubelet',
          'kubernetes.io/kubelet-serving',
        ],
      },
    ],
  ],
])

/** Fields whose values a column shows, so that rows at hand have some. */
const columnOf: ReadonlyMap<string, string> = new Map([
  ['metadata.name', 'Name'],
  ['metadata.namespace', 'Namespace'],
  ['spec.nodeName', 'Node'],
  ['reason', 'Reason'],
])

/**
 * Field selectors that the server takes for a kind.
 * @param valuesOf values of a column among the rows at hand
 */
export function fieldTermsOf(
  { group, resource }: Pick<Resource, 'group' | 'resource'>,
  isNamespaced: boolean,
  valuesOf: (column: string) => readonly string[],
): readonly Term[] {
  const common = anyKind
    .filter(key => isNamespaced || key !== 'metadata.namespace')
    .map(key => ({ key, values: [] }))
  return [...(fieldsOf.get(`${group}/${resource}`) ?? []), ...common].map(term => {
    const column = columnOf.get(term.key)
    return term.values.length > 0 || column === undefined ? term : { ...term, values: valuesOf(column) }
  })
}
