import type { ReactNode } from 'react'
import type { FieldVersion, SchemaField } from '../../shared/ipc/index.ts'
import { copyText, useCall } from '../live/index.ts'
import { Button, Chip, CodeBlock, type Definition, DefinitionList, EmptyState, Icon } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { pathText } from './FieldSummary.tsx'
import { fieldPath } from './fieldKey.ts'
import type { KindPlace } from './kindPlace.ts'

/** Everything that is known of one field, or of the kind itself. */
export function FieldDetail({ place, path: key }: { readonly place: KindPlace; readonly path: string }) {
  const { context, group, version, kind } = place
  const path = [...fieldPath(key)]
  const { value, error } = useCall('explorer.fields', { context, group, version, kind, path })
  const versions = useCall('explorer.fieldVersions', { context, group, kind, path }).value
  if (error !== null)
    return <EmptyState meaning="warning" title="There is no such field" detail={error.message} />
  if (value === null) return null
  const { field } = value
  const title = path.length === 0 ? kind : pathText(field.path)
  return (
    <section className={styles.fieldPlace} aria-label={title}>
      <div className={styles.headLine}>
        <h2 className={styles.title}>
          <code>{title}</code>
        </h2>
        <Button look="quiet" label="Copy path" onPress={() => void copyText(title, 'the path')}>
          <Icon name="copy" />
        </Button>
      </div>
      {field.documentation === '' ? (
        <p className={styles.faint}>The server has no documentation of it.</p>
      ) : (
        <p className={styles.text}>{field.documentation}</p>
      )}
      <DefinitionList items={[...factsOf(field), ...versionFacts(versions)]} />
      {field.rules.length > 0 && <Rules field={field} />}
    </section>
  )
}

function factsOf(field: SchemaField): readonly Definition[] {
  const facts: (readonly [string, ReactNode])[] = [
    ['Type', field.type],
    [
      'Needed',
      field.isRequired ? 'required' : field.isNullable ? 'may be left out or null' : 'may be left out',
    ],
    ['Default', field.defaultValue === '' ? '' : <code key="default">{field.defaultValue}</code>],
    ['Values', field.choices.length === 0 ? '' : <Choices key="choices" choices={field.choices} />],
    ['Limits', field.constraints.join(', ')],
    ['List', listText(field)],
    ['Inside', field.isRecursive ? 'holds itself, so it goes on for ever' : ''],
  ]
  return facts
    .filter(([, description]) => description !== '')
    .map(([term, description]) => ({ term, description }))
}

function Choices({ choices }: { readonly choices: readonly string[] }) {
  return (
    <span className={styles.chips}>
      {choices.map(choice => (
        <Chip key={choice}>{choice === '' ? '""' : choice}</Chip>
      ))}
    </span>
  )
}

function listText({ listType, listKeys }: SchemaField): string {
  if (listType === 'map' || (listType === 'merge' && listKeys.length > 0))
    return `items are told apart by ${listKeys.join(' and ')}, and merged one by one`
  if (listType === 'set' || listType === 'merge') return 'a set: each item once, merged one by one'
  return listType === 'atomic' ? 'replaced as a whole' : ''
}

function versionFacts(versions: readonly FieldVersion[] | null): readonly Definition[] {
  if (versions === null || versions.length < 2) return []
  const description = (
    <span className={styles.chips}>
      {versions.map(({ version, type, isServed }) => (
        <Chip key={version} meaning={type === '' ? undefined : 'good'}>
          {type === '' ? `${version}: ${isServed ? 'not there' : 'no schema'}` : `${version}: ${type}`}
        </Chip>
      ))}
    </span>
  )
  return [{ term: 'Versions', description }]
}

function Rules({ field }: { readonly field: SchemaField }) {
  return (
    <div className={styles.rules}>
      <h3 className={styles.subtitle}>Rules</h3>
      {field.rules.map(({ rule, message }) => (
        <div key={rule}>
          <CodeBlock label="Rule">{rule}</CodeBlock>
          {message !== '' && <p className={styles.faint}>{message}</p>}
        </div>
      ))}
    </div>
  )
}
