import { Fragment, useMemo, useState } from 'react'
import { type KubeObject, visibleText } from '../../../../shared/kube/index.ts'
import { counted } from '../../../../shared/words/index.ts'
import { Age, Button, Chip, EmptyState, FilterField, Section } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import fields from './Fields.module.css'
import { type ManagerEntry, managerName, ownershipOf, type SharedField } from './owned.ts'

/** Paths shown of one manager before all are asked for. */
const few = 60

/** Who owns which fields: by manager, way of writing and time. */
export function FieldsTab({ object }: { readonly object: KubeObject }) {
  const [filter, setFilter] = useState('')
  const { entries, shared } = useMemo(() => ownershipOf(object), [object])
  if (entries.length === 0)
    return (
      <EmptyState
        title="Nobody is recorded as an owner of fields"
        detail="The server records managers in metadata.managedFields when an object is written. This one has none: it was never written through the API, its managers were cleared, or it comes from a server that keeps no such record."
      />
    )
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <div className={styles.filter}>
          <FilterField label="Filter paths and managers" value={filter} onChange={setFilter} />
        </div>
        <span className={styles.quiet}>{managersText(entries)}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group that scrolls, no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus */}
      <div className={styles.scrolled} role="group" aria-label="Managers and their fields" tabIndex={0}>
        <div className={fields.columns}>
          <SharedFields shared={shared.filter(field => matches(filter, field.path, ...field.managers))} />
          {entries.map(entry => (
            <Manager key={entry.key} entry={entry} filter={filter} />
          ))}
        </div>
      </div>
    </div>
  )
}

function matches(filter: string, ...texts: readonly string[]): boolean {
  return texts.some(text => text.toLowerCase().includes(filter.toLowerCase()))
}

function SharedFields({ shared }: { readonly shared: readonly SharedField[] }) {
  if (shared.length === 0) return null
  return (
    <Section title="Owned by several" aside={shared.length}>
      <p className={styles.hint}>
        A manager that applies another value to one of these meets a conflict, or takes the field over.
      </p>
      <table className={styles.table}>
        <caption className="visually-hidden">Fields with several managers</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Managers</th>
          </tr>
        </thead>
        <tbody>
          {shared.map(({ path, managers }) => (
            <tr key={path}>
              <td className={styles.mono}>
                <PathText path={path} />
              </td>
              <td>
                <span className={styles.parts}>
                  {managers.map(manager => (
                    <Chip key={manager}>{manager}</Chip>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Manager({ entry, filter }: { readonly entry: ManagerEntry; readonly filter: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const { owner } = entry
  const found = matches(filter, owner.manager)
    ? entry.paths
    : entry.paths.filter(path => matches(filter, path))
  if (found.length === 0) return null
  const shown = isWhole ? found : found.slice(0, few)
  return (
    <Section
      title={owner.manager === '' ? 'unnamed manager' : managerName(owner)}
      aside={
        <span className={styles.parts}>
          <Chip>{owner.operation === 'Apply' ? 'server-side apply' : 'update'}</Chip>
          {owner.time !== null && (
            <span>
              <Age since={owner.time} /> ago
            </span>
          )}
          <span>{fieldsText(found.length, entry.paths.length)}</span>
          <span className={styles.mono}>{owner.apiVersion}</span>
        </span>
      }
    >
      <ul className={fields.paths}>
        {shown.map(path => (
          <li key={path}>
            <PathText path={path} />
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <div>
          <Button onPress={() => setIsWhole(true)}>{`Show all ${found.length.toLocaleString()}`}</Button>
        </div>
      )}
    </Section>
  )
}

/** `2 managers`; a manager that both applies and updates has an entry for each. */
function managersText(entries: readonly ManagerEntry[]): string {
  const names = new Set(entries.map(({ owner }) => owner.manager)).size
  const managers = counted(names, 'manager')
  return names === entries.length ? managers : `${managers}, ${entries.length} records of them`
}

/** `18 fields`, or `2 of 18 fields` under a filter. */
function fieldsText(found: number, total: number): string {
  return found === total ? counted(total, 'field') : `${found} of ${counted(total, 'field')}`
}

/** A path that breaks before a step rather than within a word. */
function PathText({ path }: { readonly path: string }) {
  const steps = visibleText(path).split(/(?=[.[])/)
  return steps.map((step, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {step}
    </Fragment>
  ))
}
