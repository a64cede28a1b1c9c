import { useState } from 'react'
import type { AuditedObject } from '../../../shared/admission/audit/index.ts'
import type { AuditGroup, Discovery } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { Chip, Icon } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { servedKind } from '../trace/namedObject.ts'
import styles from './Audit.module.css'
import { changeWords, effectLooks, groupKey, type PolicyGroups } from './groups.ts'

export interface GroupTreeProps {
  readonly context: ContextId
  readonly discovery: Discovery | null
  readonly policies: readonly PolicyGroups[]
}

/** Policy, then message, then namespaces with objects. Every line is a button that opens what is under it. */
export function GroupTree({ context, discovery, policies }: GroupTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  return policies.map(({ id, kind, policy, count, groups }) => (
    <section key={id} className={styles.policy} aria-label={policy}>
      <h2 className={styles.policyHead}>
        <span className={styles.policyName}>
          <BreakableName name={policy} />
        </span>
        <span className={styles.quiet}>{visibleText(kind)}</span>
        <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      </h2>
      <ul>
        {groups.map(group => {
          const key = groupKey(group)
          return (
            <GroupLine
              key={key}
              context={context}
              discovery={discovery}
              group={group}
              isOpen={opened.has(key)}
              onToggle={() => toggle(key)}
            />
          )
        })}
      </ul>
    </section>
  ))
}

interface GroupLineProps {
  readonly context: ContextId
  readonly discovery: Discovery | null
  readonly group: AuditGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Messages are as long as their policies make them. */
const longestMessage = 600

function GroupLine({ context, discovery, group, isOpen, onToggle }: GroupLineProps) {
  const { effect, message, count, change, binding, webhook, namespaces } = group
  const look = effectLooks[effect]
  const where = [...new Set(namespaces.map(({ namespace }) => namespace))].filter(name => name !== '')
  const shown = message === '' ? 'without a message' : message.slice(0, longestMessage)
  return (
    <li className={styles.group}>
      <button type="button" className={styles.groupHead} aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <span className={styles.chips}>
          <Chip meaning={look.meaning}>{look.word}</Chip>
          {change !== undefined && change !== 'same' && (
            <Chip meaning={change === 'new' ? 'warning' : 'good'}>{changeWords[change]}</Chip>
          )}
        </span>
        <span className={styles.message}>
          {visibleText(shown)}
          <span className={styles.where}>
            {where.length === 0
              ? ''
              : where.length <= 3
                ? visibleText(where.join(', '))
                : `${where.length + group.otherNamespaces} namespaces`}
          </span>
        </span>
        <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      </button>
      {isOpen && (
        <div className={styles.inside}>
          {(binding !== undefined || webhook !== undefined) && (
            <p className={styles.quiet}>
              {binding !== undefined && `by binding ${visibleText(binding)}`}
              {webhook !== undefined && `webhook ${visibleText(webhook)}`}
            </p>
          )}
          <Namespaces context={context} discovery={discovery} group={group} />
        </div>
      )}
    </li>
  )
}

type InsideProps = Pick<GroupLineProps, 'context' | 'discovery' | 'group'>

function Namespaces({ context, discovery, group }: InsideProps) {
  const { namespaces, otherNamespaces, examples, count } = group
  const byNamespace = Map.groupBy(examples, ({ namespace }) => namespace)
  return (
    <>
      {namespaces.map(({ namespace, count: own }) => {
        const objects = byNamespace.get(namespace) ?? []
        return (
          <div key={namespace} className={styles.namespace}>
            <div className={styles.namespaceHead}>
              <span>{namespace === '' ? 'in no namespace' : <BreakableName name={namespace} />}</span>
              <span className={styles.count}>{own.toLocaleString('en-US')}</span>
            </div>
            <ul className={styles.objects}>
              {objects.map(object => (
                <li key={`${object.apiVersion} ${object.kind} ${object.name}`}>
                  <span className={styles.quiet}>{visibleText(object.kind)} </span>
                  <AuditedLink context={context} discovery={discovery} object={object} />
                </li>
              ))}
              {own > objects.length && objects.length > 0 && (
                <li
                  className={styles.quiet}
                >{`and ${(own - objects.length).toLocaleString('en-US')} more`}</li>
              )}
            </ul>
          </div>
        )
      })}
      {otherNamespaces > 0 && <p className={styles.quiet}>{`and ${otherNamespaces} more namespaces`}</p>}
      {count > examples.length && (
        <p className={styles.quiet}>The first objects are shown; the others are told in a saved file.</p>
      )}
    </>
  )
}

interface AuditedLinkProps {
  readonly context: ContextId
  readonly discovery: Discovery | null
  readonly object: AuditedObject
}

function AuditedLink({ context, discovery, object }: AuditedLinkProps) {
  const { namespace, name } = object
  const info = servedKind(discovery, object)
  if (info === null || name === '') return <span className={styles.mono}>{visibleText(name)}</span>
  const resource = { group: info.group, version: info.version, resource: info.resource }
  return (
    <ObjectLink context={context} target={{ resource, namespace, name }}>
      {name}
    </ObjectLink>
  )
}
