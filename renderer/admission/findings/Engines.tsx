import type { Engine, EngineObject, EngineSource } from '../../../shared/admission/engines/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { EmptyState, Panel } from '../../ui/index.ts'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import styles from './Findings.module.css'

export interface EnginesProps {
  readonly context: ContextId
  readonly engines: readonly Engine[]
  readonly isReading: boolean
  /** What could not be read, in sentences. */
  readonly unread: readonly string[]
}

/** Products that install webhooks and policies, with what they installed and what they made it of. */
export function Engines({ context, engines, isReading, unread }: EnginesProps) {
  if (engines.length === 0 && !isReading && unread.length > 0)
    return (
      <EmptyState
        meaning="unknown"
        title="Which engines there are cannot be told"
        detail="They are recognised by the webhooks and policies that they install, not all of which may be read."
        causes={unread}
      />
    )
  if (engines.length === 0)
    return (
      <EmptyState
        title={isReading ? 'Looking for engines…' : 'No engine is recognised'}
        detail={
          isReading
            ? undefined
            : 'Webhooks and policies of this cluster carry no name or label of a product that is known here. They may be your own.'
        }
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.page} aria-label="Engines" tabIndex={0}>
      <div className={styles.cards}>
        {engines.map(engine => (
          <Panel key={engine.id} title={engine.name}>
            <p className={styles.sentence}>{engine.purpose}</p>
            <p className={styles.caption}>Recognised by {visibleText(engine.recognisedBy)}</p>
            <Installed context={context} objects={engine.objects} />
            <Sources context={context} sources={engine.sources} />
          </Panel>
        ))}
      </div>
    </section>
  )
}

/** Objects of one card; the others are told as a number. */
const mostShown = 12

function Installed({
  context,
  objects,
}: {
  readonly context: ContextId
  readonly objects: readonly EngineObject[]
}) {
  return (
    <div>
      <div className={styles.caption}>{counted(objects.length, 'object')} of its own</div>
      <ul className={styles.objects}>
        {objects.slice(0, mostShown).map(({ kind, ref, madeOf }) => (
          <li key={`${kind} ${ref.namespace}/${ref.name}`} className={styles.objectLine}>
            <span className={styles.quiet}>{visibleText(kind)}</span>
            <ObjectLink context={context} target={ref} />
            {madeOf !== undefined && (
              <>
                <span className={styles.quiet}>made of {visibleText(madeOf.kind)}</span>
                <ObjectLink context={context} target={madeOf.ref} />
              </>
            )}
          </li>
        ))}
      </ul>
      <More count={objects.length - mostShown} />
    </div>
  )
}

function Sources({
  context,
  sources,
}: {
  readonly context: ContextId
  readonly sources: readonly EngineSource[]
}) {
  return sources.map(({ group, kind, objects, count }) => (
    <div key={`${group} ${kind}`}>
      <div className={styles.caption}>
        Makes them of {visibleText(kind)} ({visibleText(group)}):{' '}
        {count === null
          ? 'how many there are is not known'
          : count === 0
            ? 'there is none'
            : `there ${count === 1 ? 'is' : 'are'} ${count}`}
      </div>
      <ul className={styles.objects}>
        {objects.slice(0, mostShown).map(({ ref }) => (
          <li key={`${ref.namespace}/${ref.name}`} className={styles.objectLine}>
            <ObjectLink context={context} target={ref} />
          </li>
        ))}
      </ul>
      <More count={(count ?? objects.length) - mostShown} />
    </div>
  ))
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <p className={styles.caption}>{`and ${count} more`}</p> : null
}
