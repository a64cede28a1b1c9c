import { useMemo, useState } from 'react'
import type { Revision } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import { parseManifest } from '../../shared/manifest/index.ts'
import { type ComparedObject, useCall, useContextEntry, useStream } from '../live/index.ts'

/** One side with what it takes to change it. */
export interface Side {
  readonly context: ContextId
  readonly ref: ObjectRef | null
  /** Null: an object of a cluster. */
  readonly text: string | null
  readonly setText: (text: string | null) => void
  /** Id of a revision; empty: as it is now. */
  readonly revision: string
  readonly setRevision: (id: string) => void
  readonly revisions: readonly Revision[]
  readonly object: KubeObject | null
  readonly label: string
  /** Why there is no object. */
  readonly problem: string
  /** Nothing was chosen or written yet. */
  readonly isMissing: boolean
  swapWith(other: Side): void
}

/** Texts are kept for as long as the page, and go into no address: they may hold anything. */
const texts = new Map<string, string>()

/** @param name tells the sides of one view apart */
export function useSide(view: ContextId, compared: ComparedObject, name: 'before' | 'after'): Side {
  const { ref } = compared
  const context = compared.context || view
  const [text, keepText] = useState(texts.get(`${view} ${name}`) ?? null)
  const [revision, setRevision] = useState('')
  const setText = (next: string | null) => {
    keepText(next)
    if (next === null) texts.delete(`${view} ${name}`)
    else texts.set(`${view} ${name}`, next)
  }
  const entry = useContextEntry(context)
  const isObject = text === null && ref !== null
  const { value, error } = useStream('objects.watch', isObject ? { context, ref } : null)
  const asked = useCall(
    'objects.revision',
    isObject && revision !== '' ? { context, ref, id: revision } : null,
  )
  const written = useMemo(() => (text === null ? null : objectOf(text)), [text])
  const found = revision === '' ? (value?.object ?? null) : asked.value
  const failed = error ?? asked.error ?? (value?.status.phase === 'failed' ? value.status.error : null)
  const shown = value?.revisions.find(({ id }) => id === revision)
  const called =
    ref === null
      ? ''
      : `${ref.namespace === '' ? '' : `${ref.namespace}/`}${ref.name} in ${entry?.name ?? context}`
  return {
    ...{ context, ref, text, setText, revision, setRevision },
    revisions: value?.revisions ?? [],
    object: text === null ? found : (written?.object ?? null),
    label: text !== null ? 'text' : shown === undefined ? called : `${called} · ${shown.label}`,
    problem: text === null ? problemOf(failed?.message, value?.status.phase) : (written?.problem ?? ''),
    isMissing: text === null ? ref === null : text.trim() === '',
    swapWith: other => {
      setText(other.text)
      other.setText(text)
      setRevision(other.revision)
      other.setRevision(revision)
    },
  }
}

function problemOf(message: string | undefined, phase: string | undefined): string {
  return message ?? (phase === 'deleted' ? 'The object is not there any more.' : '')
}

function objectOf(text: string): { readonly object: KubeObject | null; readonly problem: string } {
  if (text.trim() === '') return { object: null, problem: '' }
  const { documents, problems } = parseManifest(text)
  const worst = problems.find(({ severity }) => severity === 'error')
  if (worst !== undefined)
    return { object: null, problem: `Line ${worst.line}, column ${worst.column}: ${worst.message}` }
  const [first, second] = documents.filter(({ isEmpty }) => !isEmpty)
  if (second !== undefined)
    return { object: null, problem: 'The text holds several documents. One of them can be compared.' }
  return first?.object == null
    ? { object: null, problem: 'The text holds no Kubernetes object.' }
    : { object: first.object, problem: '' }
}
