import type { EventRecord, Meaning, Revision } from '../../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { at, listAt, numberAt, textAt } from '../../../../shared/relations/index.ts'
import { conditionsOf } from '../summary/conditions.ts'

/** Something that happened to an object, or went on for a while. */
export interface Entry {
  readonly id: string
  readonly type: 'event' | 'change' | 'condition' | 'container'
  /** What it stands beside on the axis: a reason, a container, the changes or the conditions. */
  readonly lane: string
  /** Milliseconds since the epoch. */
  readonly from: number
  /** The same as `from` for a moment; null: it still goes on. */
  readonly to: number | null
  readonly meaning: Meaning | null
  readonly title: string
  readonly detail: string
  /** How often it happened; 1 for what is no event. */
  readonly count: number
  readonly source: string
}

/** All that is known to have happened to an object, the latest first. */
export function entriesOf(
  object: KubeObject,
  revisions: readonly Revision[],
  events: readonly EventRecord[],
): readonly Entry[] {
  const entries = [
    ...events.map(entryOfEvent),
    ...changes(revisions).map(changeEntry),
    ...conditionEntries(object),
    ...containerEntries(object),
    ...createdEntry(object),
  ]
  return entries.filter(({ from }) => from > 0).sort((a, b) => endOf(b) - endOf(a) || (a.id < b.id ? -1 : 1))
}

/** The oldest revision that was seen is how the object was when it was opened: that is no change. */
function changes(revisions: readonly Revision[]): readonly Revision[] {
  const first = revisions.findLast(({ origin }) => origin === 'seen')
  return revisions.filter(revision => revision !== first)
}

/** When an entry was last so; what goes on is as late as its start, so that it does not stay on top. */
export function endOf({ from, to }: Entry): number {
  return to ?? from
}

/** An event as an entry. */
export function entryOfEvent({
  id,
  type,
  reason,
  message,
  source,
  fieldPath,
  count,
  first,
  last,
}: EventRecord): Entry {
  const [, container] = /\{([^}]+)\}$/.exec(fieldPath) ?? []
  return {
    id: `event ${id}`,
    type: 'event',
    lane: reason === '' ? 'no reason' : reason,
    from: first,
    to: last,
    meaning: type === 'Warning' ? 'warning' : type === 'Normal' ? null : 'unknown',
    title: container === undefined ? reason : `${reason} · ${container}`,
    detail: message,
    count,
    source,
  }
}

function changeEntry({ id, origin, label, at: moment, managers, isStatusOnly, part }: Revision): Entry {
  const what =
    origin === 'kept' || part === 'template' ? label : isStatusOnly ? 'Status changed' : 'Object changed'
  return {
    id: `change ${id}`,
    type: 'change',
    lane: origin === 'kept' ? 'Revisions' : 'Changes',
    from: moment,
    to: moment,
    meaning: null,
    title: what,
    detail: origin === 'kept' ? '' : label,
    count: 1,
    source: managers.join(', '),
  }
}

function conditionEntries(object: KubeObject): readonly Entry[] {
  return conditionsOf(object).flatMap(
    ({ type, status, reason, message, since, meaning }): readonly Entry[] => {
      if (since === null) return []
      return [
        {
          id: `condition ${type}`,
          type: 'condition',
          lane: 'Conditions',
          from: since,
          to: since,
          meaning,
          title: `${type} became ${status === '' ? 'unknown' : status}`,
          detail: [reason, message].filter(text => text !== '').join(': '),
          count: 1,
          source: '',
        },
      ]
    },
  )
}

/** How containers of a pod run and ran, as far as their status keeps it: this run and the one before. */
function containerEntries(object: KubeObject): readonly Entry[] {
  return ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
    .flatMap(list => listAt(object, 'status', list))
    .flatMap(status => {
      const name = textAt(status, 'name')
      const restarts = numberAt(status, 'restartCount') ?? 0
      return [
        ...runEntries(name, at(status, 'lastState', 'terminated'), 'last'),
        ...runEntries(name, at(status, 'state', 'terminated'), 'ended'),
        ...startedEntry(name, status, restarts),
      ]
    })
}

function runEntries(name: string, run: unknown, key: string): readonly Entry[] {
  const started = Date.parse(textAt(run, 'startedAt'))
  const finished = Date.parse(textAt(run, 'finishedAt'))
  if (Number.isNaN(started) || Number.isNaN(finished)) return []
  const code = numberAt(run, 'exitCode') ?? 0
  return [
    {
      ...containerEntry(name, `${key} ${started}`),
      from: started,
      to: finished,
      meaning: code === 0 ? null : 'bad',
      title: `${name} ended with ${code}`,
      detail: [textAt(run, 'reason'), textAt(run, 'message')].filter(text => text !== '').join(': '),
    },
  ]
}

function startedEntry(name: string, status: unknown, restarts: number): readonly Entry[] {
  const started = Date.parse(textAt(status, 'state', 'running', 'startedAt'))
  if (Number.isNaN(started)) return []
  const isReady = at(status, 'ready') === true
  return [
    {
      ...containerEntry(name, 'running'),
      from: started,
      to: null,
      meaning: isReady ? 'good' : 'warning',
      title: `${name} started`,
      detail: `${isReady ? 'Runs and is ready' : 'Runs and is not ready'}${restarts > 0 ? `, after ${restarts} restarts` : ''}.`,
    },
  ]
}

function containerEntry(name: string, key: string) {
  return {
    id: `container ${name} ${key}`,
    type: 'container' as const,
    lane: name,
    count: 1,
    source: '',
  }
}

function createdEntry({ kind, metadata }: KubeObject): readonly Entry[] {
  const created = Date.parse(metadata.creationTimestamp ?? '')
  if (Number.isNaN(created)) return []
  return [
    {
      id: 'created',
      type: 'change',
      lane: 'Changes',
      from: created,
      to: created,
      meaning: null,
      title: `${kind} created`,
      detail: '',
      count: 1,
      source: '',
    },
  ]
}
