import type { Draft, FieldConflict } from '../../shared/ipc/index.ts'
import { counted } from '../../shared/words/index.ts'
import { Banner, Button } from '../ui/index.ts'
import type { Merging } from './useMerging.ts'
import styles from './Writes.module.css'

export interface EditNoticesProps {
  readonly draft: Draft | null
  readonly merging: Merging
  /** Why the server could not be asked. */
  readonly error: string | null
  readonly isProtected: boolean
}

/** What holds for the whole draft: where its object stands, what came in, and what has to be decided. */
export function EditNotices({ draft, merging, error, isProtected }: EditNoticesProps) {
  return (
    <>
      {isProtected && (
        <Banner meaning="warning">
          This context is protected: the draft can be edited and is kept, and nothing of it can be sent.
        </Banner>
      )}
      {draft?.state === 'sent' && (
        <Banner meaning="warning">
          {draft.outcome ?? 'Gatehouse ended after this was sent and before the answer came.'}
        </Banner>
      )}
      {draft?.liveState === 'gone' && (
        <Banner meaning="warning">
          The object was deleted meanwhile. The draft is kept; applying it creates the object anew.
        </Banner>
      )}
      {draft?.liveState === 'failed' && (
        <Banner meaning="bad">{`What is live cannot be read: ${draft.liveError?.message ?? ''}`}</Banner>
      )}
      {error !== null && <Banner meaning="bad">{error}</Banner>}
      {merging.error !== null && (
        <Banner meaning="bad">{`Live changes could not be merged: ${merging.error}`}</Banner>
      )}
      {merging.taken.length > 0 && (
        <p className={styles.note} role="status">
          {`${counted(merging.taken.length, 'field')} changed in the cluster meanwhile, and came into the draft: ${merging.taken.slice(0, 3).join('; ')}${merging.taken.length > 3 ? '; …' : '.'}`}
        </p>
      )}
      {merging.conflicts.length > 0 && (
        <section className={styles.questions} aria-label="Changed by both">
          {merging.conflicts.map(conflict => (
            <Question key={conflict.field} conflict={conflict} merging={merging} />
          ))}
        </section>
      )}
    </>
  )
}

function Question({ conflict, merging }: { readonly conflict: FieldConflict; readonly merging: Merging }) {
  const { field, managers, mine, theirs } = conflict
  const who = managers.filter(name => name !== '').join(', ') || 'Somebody'
  return (
    <Banner
      meaning="warning"
      actions={
        <>
          <Button label={`Keep mine: ${field}`} onPress={() => merging.keepMine(conflict)}>
            Keep mine
          </Button>
          <Button label={`Take theirs: ${field}`} onPress={() => void merging.takeTheirs(conflict)}>
            Take theirs
          </Button>
        </>
      }
    >
      <code>{field}</code>
      {` changed in the cluster too. ${who} ${theirs === undefined ? 'removed it' : `set ${theirs.trim()}`}; the draft ${mine === undefined ? 'removes it' : `has ${mine.trim()}`}.`}
    </Banner>
  )
}
