import { useState } from 'react'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, formatAddress, navigate } from '../live/index.ts'
import { Button, DefinitionList, Dialog, Select } from '../ui/index.ts'
import type { LinkOutcome } from './deepLinks.ts'
import styles from './HostRequests.module.css'
import { addKubeconfigs } from './openFiles.ts'

interface LinkDialogProps {
  readonly outcome: Extract<LinkOutcome, { readonly type: 'ask' }>
  readonly open: (entry: ContextEntry) => void
  readonly onClose: () => void
}

/** A link from outside would open a context: says which, and where it would connect. */
export function LinkDialog({ outcome, open, onClose }: LinkDialogProps) {
  const { candidates, address } = outcome
  const [chosen, choose] = useState(candidates[0]?.id ?? '')
  const entry = candidates.find(({ id }) => id === chosen)
  if (entry === undefined) return null
  const accept = () => {
    onClose()
    navigate(formatAddress('context' in address ? { ...address, context: entry.id } : address))
    if (entry.problem !== undefined || entry.needsConsent) open(entry)
    else openQuietly(entry)
  }
  return (
    <Dialog
      title="Open a context by a link?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            Don't open
          </Button>
          <Button look="primary" onPress={accept}>
            {`Open ${visibleText(entry.name)}`}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          A link from outside Gatehouse leads to something in{' '}
          {candidates.length === 1
            ? 'this context, which is not open'
            : 'a context of this name; choose which'}
          . Opening it connects to its server with its credentials.
        </p>
        {candidates.length > 1 && (
          <Select
            label="Context"
            options={candidates.map(({ id, name, server }) => ({
              id,
              label: `${visibleText(name)} · ${visibleText(server)}`,
            }))}
            value={chosen}
            onChange={choose}
          />
        )}
        <DefinitionList items={factsOf(entry, placeWords(address))} />
        <p className={styles.note}>If you did not follow a link just now, do not open it.</p>
      </div>
    </Dialog>
  )
}

function factsOf(entry: ContextEntry, place: string) {
  return [
    { term: 'Context', description: <strong>{visibleText(entry.name)}</strong> },
    { term: 'Server', description: <code>{visibleText(entry.server || 'none')}</code> },
    { term: 'From', description: <code>{visibleText(entry.source)}</code> },
    { term: 'Leads to', description: visibleText(place) },
    ...(entry.isProtected ? [{ term: 'Protection', description: 'protected' }] : []),
  ]
}

/** Where a link leads, in words. */
function placeWords(address: LinkDialogProps['outcome']['address']): string {
  switch (address.view) {
    case 'list':
      return address.query.namespaces.length === 0
        ? address.resource.resource
        : `${address.resource.resource} in ${address.query.namespaces.join(', ')}`
    case 'object': {
      const { resource, namespace, name } = address.ref
      return namespace === ''
        ? `${resource.resource} ${name}`
        : `${resource.resource} ${name} in ${namespace}`
    }
    case 'start':
      return 'where it was left'
    default:
      return address.view
  }
}

function openQuietly(entry: ContextEntry): void {
  engine
    .call('contexts.open', { context: entry.id })
    .catch((error: unknown) => announce(errorBody(error).message))
}

/** A link that names nothing that is here. */
export function NowhereDialog({
  name,
  onClose,
}: {
  readonly name: string | null
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="The link leads nowhere here"
      isOpen
      onClose={onClose}
      actions={<CloseButton {...{ onClose }} />}
    >
      <p>
        {name === null ? (
          'It names no view of this version of Gatehouse.'
        ) : (
          <>
            No kubeconfig file that Gatehouse knows has a context <strong>{visibleText(name)}</strong>. Add
            the file that has it, then follow the link again.
          </>
        )}
      </p>
    </Dialog>
  )
}

/** Kubeconfig files that were opened with Gatehouse: added only when the person says so. */
export function AddFilesDialog({
  paths,
  onClose,
}: {
  readonly paths: readonly string[]
  readonly onClose: () => void
}) {
  const [error, setError] = useState<string | null>(null)
  const add = async () => {
    try {
      await addKubeconfigs(paths)
      onClose()
    } catch (problem) {
      setError(errorBody(problem).message)
    }
  }
  return (
    <Dialog
      title={paths.length === 1 ? 'Add this kubeconfig?' : `Add ${paths.length} kubeconfigs?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Don't add</Button>
          <Button look="primary" onPress={() => void add()}>
            Add
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <ul className={styles.paths}>
          {paths.map(path => (
            <li key={path}>
              <code>{visibleText(path)}</code>
            </li>
          ))}
        </ul>
        <p>
          Its contexts are listed from now on, and it is read again whenever it changes. Nothing is contacted
          and no program runs until you open one of them. Gatehouse never writes to it.
        </p>
        {error !== null && (
          <p role="alert" className={styles.error}>
            {visibleText(error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** What was opened with Gatehouse could not be. */
export function OpenFailedDialog({
  message,
  onClose,
}: {
  readonly message: string
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="That could not be opened"
      isOpen
      onClose={onClose}
      actions={<CloseButton {...{ onClose }} />}
    >
      <p>{visibleText(message)}</p>
    </Dialog>
  )
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button look="primary" autoFocus onPress={onClose}>
      Close
    </Button>
  )
}
