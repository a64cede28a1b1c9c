import { useState } from 'react'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { useSession } from '../../live/index.ts'
import { Button, Dialog, Icon, TextField } from '../../ui/index.ts'
import styles from './UserChoice.module.css'

export interface UserChoiceProps {
  readonly context: ContextId
  /** Null: whom the context signs in as. */
  readonly user: TraceQuestion['user']
  readonly onChange: (user: TraceQuestion['user']) => void
}

/** Who makes the request. */
export function UserChoice({ context, user, onChange }: UserChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const me = useSession(context)?.userName
  const name = user === null ? 'me' : user.username
  const groups =
    user === null || user.groups.length === 0 ? '' : ` in ${counted(user.groups.length, 'group')}`
  return (
    <>
      <Button label={`As ${name}${groups}`} onPress={() => setIsOpen(true)}>
        As
        <span
          className={styles.name}
          title={groups === '' ? undefined : visibleText(user?.groups.join(', ') ?? '')}
        >
          {visibleText(name)}
        </span>
        {groups !== '' && <span className={styles.groups}>{`+${user?.groups.length}`}</span>}
        <Icon name="chevronDown" />
      </Button>
      {isOpen && (
        <UserDialog
          me={me ?? ''}
          user={user}
          onClose={() => setIsOpen(false)}
          onChoose={next => {
            onChange(next)
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}

interface UserDialogProps {
  readonly me: string
  readonly user: TraceQuestion['user']
  readonly onChoose: (user: TraceQuestion['user']) => void
  readonly onClose: () => void
}

function UserDialog({ me, user, onChoose, onClose }: UserDialogProps) {
  const [username, setUsername] = useState(user?.username ?? '')
  const [groups, setGroups] = useState(user?.groups.join(', ') ?? '')
  const named = username.trim()
  const submit = () => onChoose(named === '' ? null : { username: named, groups: groupsOf(groups) })
  return (
    <Dialog
      title="Who makes the request"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => onChoose(null)}>{me === '' ? 'Me' : `Me: ${me}`}</Button>
          <Button look="primary" onPress={submit}>
            {named === '' ? 'Take me' : `Take ${named}`}
          </Button>
        </>
      }
    >
      <TextField
        label="User name"
        placeholder="system:serviceaccount:shop:deployer"
        value={username}
        onChange={setUsername}
        onSubmit={submit}
        description="Empty: whom this context signs in as. Nobody is impersonated for the prediction: roles and bindings are read."
        isMono
        autoFocus
      />
      <TextField
        label="Groups, separated by commas"
        placeholder="system:authenticated, team-shop"
        value={groups}
        onChange={setGroups}
        onSubmit={submit}
        isMono
      />
    </Dialog>
  )
}

/** Names between commas or line ends; each once. */
function groupsOf(text: string): string[] {
  const names = text.split(/[,\n]/).map(name => name.trim())
  return [...new Set(names.filter(name => name !== ''))]
}
