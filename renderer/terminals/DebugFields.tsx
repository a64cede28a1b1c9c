import type { DebugTarget } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import type { PodContainer } from '../live/index.ts'
import { Select, TextField } from '../ui/index.ts'
import styles from './Terminal.module.css'

export interface DebugWish {
  readonly image: string
  readonly profile: DebugTarget['profile']
  /** Container whose processes are seen; empty: none. */
  readonly target: string
  /** Of the pod on a node. */
  readonly namespace: string
  /** Words with spaces between; empty: what the image runs. */
  readonly command: string
}

export interface DebugFieldsProps {
  readonly wish: DebugWish
  /** Null for a node. */
  readonly containers: readonly PodContainer[] | null
  readonly onChange: (part: Partial<DebugWish>) => void
  readonly onSubmit: () => void
}

const profiles: Readonly<Record<DebugTarget['profile'], string>> = {
  general: 'May trace processes; for a node it sees the host’s processes and files.',
  baseline: 'Nothing beyond what the baseline pod security standard allows.',
  restricted: 'Runs as no root, without any privilege, as the restricted standard wants.',
  netadmin: 'May change and watch the network (NET_ADMIN, NET_RAW).',
  sysadmin: 'Privileged: may do everything on its node.',
}

/** What a debug container is made of. */
export function DebugFields({ wish, containers, onChange, onSubmit }: DebugFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Image"
        value={wish.image}
        isMono
        autoFocus
        description="With the tools you need. It is pulled by the node, and remembered for the next time."
        onChange={image => onChange({ image })}
        onSubmit={onSubmit}
      />
      <div>
        <Select
          label="Profile"
          options={Object.entries(profiles).map(([id, detail]) => ({ id, label: id, detail }))}
          value={wish.profile}
          onChange={id => onChange({ profile: id as DebugWish['profile'] })}
        />
        <p className={styles.quiet}>{profiles[wish.profile]}</p>
      </div>
      {containers === null ? (
        <TextField
          label="Namespace of the pod"
          value={wish.namespace}
          isMono
          onChange={namespace => onChange({ namespace })}
          onSubmit={onSubmit}
        />
      ) : (
        <div>
          <Select
            label="Sees the processes of"
            options={[
              ...containers.map(({ name, image }) => ({
                id: name,
                label: visibleText(name),
                detail: visibleText(image),
              })),
              { id: none, label: 'no container' },
            ]}
            value={wish.target === '' ? none : wish.target}
            onChange={id => onChange({ target: id === none ? '' : id })}
          />
        </div>
      )}
      <TextField
        label="Command"
        value={wish.command}
        isMono
        placeholder="what the image runs, a shell in most"
        onChange={command => onChange({ command })}
        onSubmit={onSubmit}
      />
    </div>
  )
}

/** No container has such a name. */
const none = '/none'
