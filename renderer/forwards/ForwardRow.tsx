import type { Forward, ForwardedPort } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { addressOf, useContextEntry } from '../live/index.ts'
import { Age, Chip, ContextName, MeaningMark } from '../ui/index.ts'
import { ForwardActions } from './ForwardActions.tsx'
import styles from './Forwards.module.css'
import { isListening, pageOf, remoteText, shownHost, stateOf } from './words.ts'

export interface ForwardRowsProps {
  readonly forward: Forward
}

/** A forward: its line, and below it what is to be said of it. */
export function ForwardRows({ forward }: ForwardRowsProps) {
  const { ref, kind, context, address, ports, pod, moves, connections, bytes } = forward
  const { meaning, text } = stateOf(forward)
  const entry = useContextEntry(context)
  return (
    <tbody className={styles.rows}>
      <tr>
        <th scope="row" className={styles.target} title={`${kind} ${ref.namespace}/${ref.name}`}>
          <a href={addressOf.object(context, ref)}>{visibleText(ref.name)}</a>{' '}
          <span className={styles.quiet}>
            {visibleText(kind)} in {visibleText(ref.namespace)}
          </span>
        </th>
        <td>
          <Chip meaning={meaning}>{text}</Chip>
        </td>
        <td>
          {ports.map(port => (
            <Place key={port.asked} address={address} port={port} isOpen={isListening(forward)} />
          ))}
        </td>
        <td>
          <ContextName entry={entry} />
        </td>
        <td className={`${styles.pod} ${styles.mono}`} title={pod}>
          {visibleText(pod)}
          {moves > 0 && <span className={styles.quiet}> moved {counted(moves, 'time')}</span>}
        </td>
        <td className={styles.number}>
          {connections.open} open of {connections.total}
        </td>
        <td className={styles.number}>
          {bytesText(bytes.sent)}, {bytesText(bytes.received)}
        </td>
        <td className={styles.actions}>
          <ForwardActions forward={forward} />
        </td>
      </tr>
      <Notes forward={forward} />
    </tbody>
  )
}

interface PlaceProps {
  readonly address: string
  readonly port: ForwardedPort
  readonly isOpen: boolean
}

/** The local address, as a link where a browser can do something with it, and the port it leads to. */
function Place({ address, port, isOpen }: PlaceProps) {
  const page = isOpen ? pageOf(address, port) : null
  const shown = shownHost(address, port)
  return (
    <div className={styles.place}>
      {page === null ? (
        <span className={styles.mono}>{shown}</span>
      ) : (
        <a className={styles.mono} href={page} target="_blank" rel="noreferrer">
          {shown}
          <span className="visually-hidden"> opens in the browser</span>
        </a>
      )}
      <span className={styles.quiet}>→ {visibleText(remoteText(port))}</span>
    </div>
  )
}

function Notes({ forward }: ForwardRowsProps) {
  const { reason, lastFailure, connections, phase } = forward
  if (reason === undefined && lastFailure === undefined) return null
  return (
    <tr className={styles.notes}>
      <td colSpan={8}>
        {reason !== undefined && (
          <p>
            <MeaningMark meaning={phase === 'failed' ? 'bad' : phase === 'stopped' ? 'unknown' : 'warning'} />{' '}
            {visibleText(reason.message)}
          </p>
        )}
        {lastFailure !== undefined && (
          <p>
            <MeaningMark meaning="warning" /> {counted(connections.failed, 'connection')} failed, the last{' '}
            <Age since={lastFailure.at} /> ago: {visibleText(lastFailure.error.message)}{' '}
            {lastFailure.error.causes?.map(cause => (
              <span key={cause} className={styles.cause}>
                {visibleText(cause)}
              </span>
            ))}
          </p>
        )}
      </td>
    </tr>
  )
}
