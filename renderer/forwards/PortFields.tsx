import type { ForwardChoices } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Checkbox, TextField } from '../ui/index.ts'
import type { Draft, DraftProblems, PortDraft } from './draft.ts'
import styles from './Forwards.module.css'

export interface PortFieldsProps {
  readonly choices: ForwardChoices
  readonly draft: Draft
  readonly problems: DraftProblems
  /** A Service has no ports but its own; a container may listen on more than it declares. */
  readonly mayTypeOther: boolean
  readonly onChange: (draft: Draft) => void
  readonly onSubmit: () => void
}

/** The ports of a target, each with its port on this machine. */
export function PortFields({ choices, draft, problems, mayTypeOther, onChange, onSubmit }: PortFieldsProps) {
  const change = (index: number, part: Partial<PortDraft>) =>
    onChange({ ...draft, ports: draft.ports.map((port, at) => (at === index ? { ...port, ...part } : port)) })
  const typed = (part: Partial<Draft['other']>) => onChange({ ...draft, other: { ...draft.other, ...part } })
  const chosen = draft.ports.findIndex(({ isChosen }) => isChosen)
  return (
    <fieldset className={styles.ports}>
      <legend className="visually-hidden">Ports</legend>
      <div className={styles.port} aria-hidden="true">
        <span className={styles.quiet}>{mayTypeOther ? 'Port of the pod' : 'Port of the Service'}</span>
        <span className={styles.quiet}>Port of this machine</span>
      </div>
      {choices.ports.length === 0 && <p className={styles.quiet}>Its containers declare no port.</p>}
      {choices.ports.map((port, index) => {
        const { isChosen = false, local = '' } = draft.ports[index] ?? {}
        const name = portName(port)
        return (
          <div key={`${port.container} ${port.protocol} ${port.asked}`} className={styles.port}>
            <Checkbox
              isChecked={isChosen}
              isDisabled={port.protocol !== 'TCP'}
              onChange={next => change(index, { isChosen: next })}
            >
              <span className={styles.mono}>{visibleText(name)}</span>{' '}
              <span className={styles.quiet}>{visibleText(detailOf(port))}</span>
            </Checkbox>
            {port.protocol === 'TCP' && (
              <TextField
                label={`Port of this machine for ${name}`}
                isLabelHidden
                placeholder="any free port"
                value={local}
                onChange={next => change(index, { local: next, isChosen: true })}
                onSubmit={onSubmit}
                error={problems.locals.get(index)}
                autoFocus={index === chosen}
                isMono
              />
            )}
          </div>
        )
      })}
      {mayTypeOther && (
        <div className={styles.port}>
          <TextField
            label="Another port of the pod"
            isLabelHidden
            placeholder={choices.ports.length === 0 ? 'a port' : 'another port'}
            value={draft.other.remote}
            onChange={remote => typed({ remote })}
            onSubmit={onSubmit}
            error={problems.otherRemote}
            autoFocus={choices.ports.length === 0}
            isMono
          />
          <TextField
            label="Port of this machine for it"
            isLabelHidden
            placeholder="any free port"
            value={draft.other.local}
            onChange={local => typed({ local })}
            onSubmit={onSubmit}
            error={problems.otherLocal}
            isMono
          />
        </div>
      )}
    </fieldset>
  )
}

type Port = ForwardChoices['ports'][number]

function portName({ asked, name, remote }: Port): string {
  if (name !== '' && name !== asked) return `${asked} ${name}`
  return name === '' || remote === 0 ? asked : `${remote} ${name}`
}

function detailOf({ protocol, container, remote, asked, name }: Port): string {
  if (protocol !== 'TCP') return `${protocol}, which cannot be forwarded`
  const leads = remote !== 0 && String(remote) !== asked && name !== asked ? `leads to ${remote}` : ''
  return [leads, container === '' ? '' : `in ${container}`].filter(part => part !== '').join(', ')
}
