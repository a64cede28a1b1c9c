import { visibleText } from '../../shared/kube/index.ts'
import { Button, Chip, Select, TextField } from '../ui/index.ts'
import { type MethodName, methodOptions } from './methods.ts'
import type { OpenDraft } from './useDraft.ts'
import type { Planning, Validation } from './usePlanning.ts'
import styles from './Writes.module.css'

export interface EditHeadProps {
  readonly open: OpenDraft
  readonly planning: Planning
  readonly onReview: () => void
}

/** What is edited, whether it is kept, and how it will be sent. */
export function EditHead({ open, planning, onReview }: EditHeadProps) {
  const { draft } = open
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{visibleText(draft?.title ?? 'Draft')}</h1>
      <Kept open={open} />
      <span className={styles.gap} />
      <Select
        label="Method"
        value={planning.name}
        options={methodOptions(draft?.ref !== null)}
        onChange={name => planning.setName(name as MethodName)}
      />
      <Select
        label="Unknown fields"
        value={planning.validation}
        options={[
          { id: 'Strict', label: 'refused' },
          { id: 'Warn', label: 'warned of' },
          { id: 'Ignore', label: 'ignored' },
        ]}
        onChange={value => planning.setValidation(value as Validation)}
      />
      {draft?.ref === null && (
        <div className={styles.namespace}>
          <TextField
            label="Namespace where none is named"
            isLabelHidden
            placeholder="default namespace"
            value={planning.namespace}
            onChange={planning.setNamespace}
          />
        </div>
      )}
      <Button look="primary" keys="Mod S" isDisabled={planning.isBusy} onPress={onReview}>
        {planning.isBusy ? 'Asking the server…' : 'Dry run'}
      </Button>
    </div>
  )
}

function Kept({ open: { draft, isSaved, saveError } }: Pick<EditHeadProps, 'open'>) {
  if (saveError !== null) return <Chip meaning="bad">{`not kept: ${saveError}`}</Chip>
  if (!isSaved) return <Chip>keeping…</Chip>
  return (
    <Chip meaning="good">
      {draft?.isOnDisk === false ? 'in memory only: holds Secret values' : 'kept on disk'}
    </Chip>
  )
}
