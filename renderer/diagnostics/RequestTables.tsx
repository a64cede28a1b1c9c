import { type ReactNode, useState } from 'react'
import type { OperationSummary, RequestTiming } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { Age, Button, Checkbox, MeaningMark } from '../ui/index.ts'
import styles from './Diagnostics.module.css'
import { countText, millisText, outcomeOf } from './figures.ts'

const operationsAtFirst = 12

/** p50 and p95 of what is alike, the slowest first. */
export function Operations({ operations }: { readonly operations: readonly OperationSummary[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? operations : operations.slice(0, operationsAtFirst)
  if (operations.length === 0) return <p className={styles.quiet}>Nothing was answered yet.</p>
  return (
    <>
      <Table
        label="Requests by kind"
        columns={['Request', 'Count', 'Failed', 'p50', 'p95', 'Slowest', 'Bytes']}
      >
        {shown.map(({ operation, count, failed, p50, p95, slowest, bytes }) => (
          <tr key={operation}>
            <th scope="row">{visibleText(operation)}</th>
            <td>{countText(count)}</td>
            <td>
              {failed > 0 && <MeaningMark meaning="bad" />} {countText(failed)}
            </td>
            <td>{millisText(p50)}</td>
            <td>{millisText(p95)}</td>
            <td>{millisText(slowest)}</td>
            <td>{bytesText(bytes)}</td>
          </tr>
        ))}
      </Table>
      {shown.length < operations.length && (
        <div>
          <Button
            look="quiet"
            onPress={() => setIsWhole(true)}
          >{`Show all ${countText(operations.length)}`}</Button>
        </div>
      )}
    </>
  )
}

export function Streams({ streams }: { readonly streams: readonly RequestTiming[] }) {
  if (streams.length === 0) return <p className={styles.quiet}>None is open.</p>
  return (
    <Table label="Open streams" columns={['Stream', 'Open for', 'Last event', 'Bytes', 'Retries']}>
      {streams.map(stream => (
        <tr key={stream.id}>
          <th scope="row" title={visibleText(stream.path)}>
            {visibleText(stream.operation)}
            <span className={styles.path}>{visibleText(stream.path)}</span>
          </th>
          <td>
            <Age since={stream.startedAt} />
          </td>
          <td>
            {stream.lastBytesAt === 0 ? (
              'none yet'
            ) : (
              <>
                <Age since={stream.lastBytesAt} /> ago
              </>
            )}
          </td>
          <td>{bytesText(stream.bytes)}</td>
          <td>{countText(stream.retries)}</td>
        </tr>
      ))}
    </Table>
  )
}

const shownAtFirst = 40

export function Requests({ requests }: { readonly requests: readonly RequestTiming[] }) {
  const [isFailedOnly, setIsFailedOnly] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const isFailed = (request: RequestTiming) => outcomeOf(request).meaning === 'bad'
  const fits = isFailedOnly ? requests.filter(isFailed) : requests
  const shown = isWhole ? fits : fits.slice(0, shownAtFirst)
  return (
    <>
      <Checkbox isChecked={isFailedOnly} onChange={setIsFailedOnly}>
        Only those that failed
      </Checkbox>
      {shown.length === 0 ? (
        <p className={styles.quiet}>None of them failed.</p>
      ) : (
        <Table
          label="Last requests"
          columns={['Request', 'Answer', 'First byte', 'Whole', 'Bytes', 'Retries', 'Warnings', 'When']}
        >
          {shown.map(request => (
            <RequestLine key={request.id} request={request} />
          ))}
        </Table>
      )}
      {shown.length < fits.length && (
        <div>
          <Button
            look="quiet"
            onPress={() => setIsWhole(true)}
          >{`Show all ${countText(fits.length)}`}</Button>
        </div>
      )}
    </>
  )
}

function RequestLine({ request }: { readonly request: RequestTiming }) {
  const { method, path, auditId, headMillis, totalMillis, bytes, retries, warnings, startedAt } = request
  const { text, meaning } = outcomeOf(request)
  const title = `${path}${auditId === '' ? '' : `\naudit id ${auditId}`}`
  return (
    <tr title={visibleText(title)}>
      <th scope="row">
        {method} <span className={styles.path}>{visibleText(path)}</span>
        {auditId !== '' && <span className={styles.audit}>{visibleText(auditId)}</span>}
      </th>
      <td>
        {meaning !== null && <MeaningMark meaning={meaning} />} {text}
      </td>
      <td>{headMillis === null ? '' : millisText(headMillis)}</td>
      <td>{totalMillis === null ? 'under way' : millisText(totalMillis)}</td>
      <td>{bytesText(bytes)}</td>
      <td>{countText(retries)}</td>
      <td>{countText(warnings)}</td>
      <td>
        <Age since={startedAt} />
      </td>
    </tr>
  )
}

function Table({
  label,
  columns,
  children,
}: {
  readonly label: string
  readonly columns: readonly string[]
  readonly children: ReactNode
}) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
