import type { TraceView } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { EmptyState, useLater } from '../../ui/index.ts'
import type { RequestState } from './useRequest.ts'

/** What stands in place of the way: what is missing from the question, read, or wrong. */
export function NoWay({ request: { asked, state } }: { readonly request: RequestState }) {
  if (asked.type === 'missing') return <Missing what={asked.what} />
  const { view, error } = state
  if (error !== null)
    return (
      <EmptyState
        meaning="bad"
        title="The way of the request could not be computed"
        detail={error.message}
        causes={error.causes}
      />
    )
  if (view === null || view.state === 'traced') return <Reading text="Reading what decides…" />
  if (view.state === 'reading')
    return <Reading text={`Reading what decides: ${view.done} of ${view.wanted}`} />
  return (
    <EmptyState
      meaning="warning"
      title="This request cannot be made"
      detail={invalidInWords(asked, view)}
      causes={view.error.causes}
    />
  )
}

/** What is wrong with the text and where; that its kind is no kind of the server is told before all else. */
export function invalidInWords(
  asked: RequestState['asked'],
  view: Extract<TraceView, { readonly state: 'invalid' }>,
): string {
  // The engine was asked about some kind, since there is none: what it says of that is about another.
  const isAboutKind = /^The object (?:is|does not say what it is)/.test(view.error.message)
  const lack = asked.type === 'question' ? asked.lacksKind : undefined
  if (lack !== undefined && isAboutKind) return visibleText(lack)
  return `${view.error.message}${placeOf(view)}`
}

/** ` Line 3, column 5.`, where the text is at fault. */
export function placeOf({ line, column }: Extract<TraceView, { readonly state: 'invalid' }>): string {
  if (line === undefined) return ''
  return column === undefined ? ` Line ${line}.` : ` Line ${line}, column ${column}.`
}

function Reading({ text }: { readonly text: string }) {
  return useLater(200) ? <EmptyState title={text} /> : null
}

function Missing({ what }: { readonly what: 'kind' | 'text' | 'name' | 'discovery' }) {
  switch (what) {
    case 'discovery':
      return <Reading text="Reading the kinds of the cluster…" />
    case 'kind':
      return (
        <EmptyState
          title="Choose a kind"
          detail="The object does not say which kind it is, or the cluster does not serve it: give it apiVersion and kind, or choose a kind above."
        />
      )
    case 'name':
      return (
        <EmptyState
          title="Choose an object"
          detail="Kind, namespace and name above say which of the cluster’s objects is sent."
        />
      )
    case 'text':
      return (
        <EmptyState
          title="What happens if this object is sent?"
          detail="Paste its YAML below, or choose one that is stored. Each step of its way is predicted here: who changes it, who refuses it, and why. Nothing is sent to the cluster."
        />
      )
  }
}
