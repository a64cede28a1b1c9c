import { Banner, Select, TextField } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Operations.module.css'
import { propagations } from './propagations.ts'

/** Which objects one request deletes, and how; the review counts them. */
export function DeleteCollectionForm({
  asked,
  operation,
  onChange,
  onProblem,
  onSubmit,
}: FormProps<'deleteCollection'>) {
  const isNamespaced = asked.targets[0]?.namespace !== ''
  const isAll = operation.labelSelector === '' && operation.fieldSelector === ''
  return (
    <>
      {isNamespaced && (
        <TextField
          label="Namespace"
          value={operation.namespace}
          isMono
          onChange={namespace => onChange({ ...operation, namespace: namespace.trim() })}
          onSubmit={onSubmit}
          description="The server deletes those of one namespace at a time."
          error={operation.namespace === '' ? 'Name the namespace.' : undefined}
        />
      )}
      <TextField
        label="Label selector"
        value={operation.labelSelector}
        isMono
        autoFocus
        onChange={labelSelector => onChange({ ...operation, labelSelector })}
        onSubmit={onSubmit}
      />
      <TextField
        label="Field selector"
        value={operation.fieldSelector}
        isMono
        onChange={fieldSelector => onChange({ ...operation, fieldSelector })}
        onSubmit={onSubmit}
      />
      {isAll && (
        <Banner meaning="warning">
          {`Without a selector all ${asked.targets[0]?.resource.resource ?? 'objects'}${isNamespaced ? ' of the namespace' : ''} match. A filter or search of the list does not count here.`}
        </Banner>
      )}
      <Select
        label="Dependents"
        options={propagations}
        value={operation.propagation ?? 'Background'}
        onChange={id =>
          onChange({ ...operation, propagation: propagations.find(each => each.id === id)?.id ?? null })
        }
      />
      <NumberField
        label="Grace period in seconds"
        value={operation.grace}
        least={-1}
        most={86_400}
        description="-1: each object's own."
        onChange={grace => onChange({ ...operation, grace })}
        {...{ onProblem, onSubmit }}
      />
      <p className={styles.quiet}>The review counts what matches and asks you to type the number.</p>
    </>
  )
}
