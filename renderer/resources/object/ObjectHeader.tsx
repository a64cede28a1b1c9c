import type { ObjectPhase, ObjectState } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { healthOf, mainOwner } from '../../../shared/relations/index.ts'
import { addressOf, copyText, useContextEntry } from '../../live/index.ts'
import { Age, Button, Chip, Icon, Menu } from '../../ui/index.ts'
import { OperationButtons } from '../OperationButtons.tsx'
import { kindOf, needlessFor, operationActions } from '../operationActions.ts'
import { offeredActions, streamActions } from '../streamActions.ts'
import styles from './Object.module.css'
import { ObjectLink } from './ObjectLink.tsx'
import { useSubject } from './subject.ts'

/** What object this is, how it is doing, and what it belongs to. */
export function ObjectHeader({ state }: { readonly state: ObjectState }) {
  const { context, ref, object } = useSubject()
  const entry = useContextEntry(context)
  const health = healthOf(object)
  const created = Date.parse(String(object.metadata.creationTimestamp))
  return (
    <header className={styles.header} data-context-colour={entry?.colour ?? 0}>
      <p className={styles.where}>
        <a
          href={addressOf.list(
            context,
            ref.resource,
            ref.namespace === '' ? {} : { namespaces: [ref.namespace] },
          )}
        >
          {visibleText(object.kind)}
        </a>
        {ref.namespace !== '' && (
          <>
            <span aria-hidden="true">·</span>
            <ObjectLink kind={{ group: '', kind: 'Namespace' }} namespace="" name={ref.namespace} />
          </>
        )}
        <Owner />
      </p>
      <div className={styles.titleLine}>
        <h1 className={styles.title}>{visibleText(ref.name)}</h1>
        {health.state !== '' && <Chip meaning={health.meaning ?? undefined}>{health.state}</Chip>}
        <PhaseChip phase={state.status} />
        {!Number.isNaN(created) && (
          <span className={styles.quiet}>
            <Age since={created} /> old
          </span>
        )}
        <span className={styles.gap} />
        <StreamActions />
        <Operations />
        <CopyMenu />
      </div>
    </header>
  )
}

function Owner() {
  const { object } = useSubject()
  const owner = mainOwner(object)
  if (owner === null) return null
  return (
    <span className={styles.owner}>
      <span aria-hidden="true">·</span> owned by{' '}
      <ObjectLink kind={owner.kind} namespace={object.metadata.namespace ?? ''} name={owner.name}>
        {visibleText(`${owner.kind.kind}/${owner.name}`)}
      </ObjectLink>
    </span>
  )
}

function PhaseChip({ phase }: { readonly phase: ObjectPhase }) {
  if (phase.phase === 'live') return null
  if (phase.phase === 'loading') return <Chip>reading…</Chip>
  if (phase.phase === 'deleted') return <Chip meaning="bad">deleted</Chip>
  if (phase.phase === 'stale') return <Chip meaning="warning">not live</Chip>
  return <Chip meaning="bad">cannot be read</Chip>
}

/** What leads into the running containers: the usual on a button, the others in a menu. */
function StreamActions() {
  const { context, ref } = useSubject()
  const entry = useContextEntry(context)
  const actions = offeredActions(streamActions(context, ref, entry), entry)
  // The object has its logs on a tab; in the dock they stay while one goes elsewhere.
  const logs = actions.find(({ id }) => id === 'logs')
  const [first, ...others] = actions.filter(({ id }) => id !== 'logs')
  const menu = [
    ...(logs === undefined ? [] : [{ id: 'logs', label: 'Logs in the dock', run: logs.run }]),
    ...others.map(({ id, label, keys, run }) => ({
      id,
      label,
      run,
      ...(keys === undefined ? {} : { keys }),
    })),
  ]
  return (
    <>
      {first !== undefined && (
        <Button keys={first.keys} onPress={first.run}>
          {first.label}
        </Button>
      )}
      {menu.length > 0 && (
        <Menu
          label="Containers"
          trigger={
            <Button label="More to do with its containers">
              <Icon name={first === undefined ? 'lines' : 'terminal'} />
              <Icon name="chevronDown" />
            </Button>
          }
          entries={menu}
        />
      )}
    </>
  )
}

/** What can be done to the object, each shown before anything is written. */
function Operations() {
  const { context, ref, object, discovery } = useSubject()
  const entry = useContextEntry(context)
  const kind = kindOf(discovery?.resources, ref.resource)
  return (
    <OperationButtons actions={operationActions(context, [ref], kind, entry, needlessFor(object))} most={2} />
  )
}

function CopyMenu() {
  const { context, ref, object } = useSubject()
  const apiVersion = String(object.apiVersion)
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  const scope = ref.namespace === '' ? '' : ` -n ${ref.namespace}`
  const address = `${location.origin === 'null' ? '' : location.href.split('#')[0]}${addressOf.object(context, ref)}`
  const command = `kubectl get ${ref.resource.resource}${group} ${ref.name}${scope} -o yaml`
  return (
    <Menu
      label="Copy"
      trigger={
        <Button>
          <Icon name="copy" /> Copy
        </Button>
      }
      entries={[
        { id: 'name', label: 'Name', run: () => void copyText(ref.name, 'the name') },
        { id: 'address', label: 'Address of this page', run: () => void copyText(address, 'the address') },
        { id: 'kubectl', label: 'kubectl command', run: () => void copyText(command, 'the command') },
      ]}
    />
  )
}
