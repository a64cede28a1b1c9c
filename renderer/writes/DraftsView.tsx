import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, editPlaceOf, errorBody, openEditor, useContextEntry, useStream } from '../live/index.ts'
import { Age, Button, Chip, DockTable, EmptyState } from '../ui/index.ts'
import styles from './Writes.module.css'

/** Texts of a context that are not written to it yet. */
export function DraftsView({ context }: { readonly context: ContextId }) {
  const { value, error } = useStream('writes.drafts', {})
  const name = useContextEntry(context)?.name ?? context
  if (value === null)
    return error === null ? null : (
      <EmptyState meaning="bad" title="Drafts cannot be read" detail={error.message} />
    )
  const drafts = value.filter(draft => draft.context === context)
  const begin = () => {
    openEditor({ context, ref: null, text: '', title: 'Apply YAML' }).catch((problem: unknown) =>
      announce(errorBody(problem).message),
    )
  }
  return (
    <div className={styles.view}>
      <h1 className="visually-hidden">Drafts</h1>
      <div className={styles.bar}>
        <span className={styles.quiet}>{`What was typed for ${name} and is not written to it`}</span>
        <span className={styles.gap} />
        <Button onPress={begin}>Apply YAML…</Button>
      </div>
      {drafts.length === 0 ? (
        <EmptyState
          title="No drafts"
          detail="Editing an object or applying YAML begins a draft. It is kept on disk until it is written or discarded."
        />
      ) : (
        <DockTable label="Drafts" columns={['Draft', 'Kind', 'Kept', 'State', 'Changed']}>
          {drafts.map(draft => (
            <tbody key={draft.id}>
              <tr>
                <td>
                  <a href={editPlaceOf(context, draft.id)}>{draft.title}</a>
                </td>
                <td>{draft.kind}</td>
                <td>{draft.isOnDisk ? 'on disk' : 'in memory only: holds Secret values'}</td>
                <td>
                  {draft.state === 'sent' ? (
                    <Chip meaning="warning">{draft.outcome ?? 'sent, outcome not known'}</Chip>
                  ) : (
                    'open'
                  )}
                </td>
                <td>
                  <Age since={draft.changedAt} />
                </td>
                <td>
                  <Button look="quiet" label={`Discard ${draft.title}`} onPress={() => discard(draft.id)}>
                    Discard
                  </Button>
                </td>
              </tr>
            </tbody>
          ))}
        </DockTable>
      )}
    </div>
  )
}

function discard(id: string): void {
  engine.call('writes.discardDraft', { id }).catch((error: unknown) => announce(errorBody(error).message))
}
