import { useState } from 'react'
import { assertNever } from '../../../shared/errors/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, addressOf, plainQuestion } from '../../live/index.ts'
import { Select } from '../../ui/index.ts'
import viewStyles from '../parts/View.module.css'
import { Rail } from '../pipeline/Rail.tsx'
import { type StationId, stationsOf } from '../pipeline/stations.ts'
import styles from './AdmissionTab.module.css'
import { NoWay } from './NoWay.tsx'
import { TraceResult } from './TraceResult.tsx'
import { useOpenStep } from './useOpenStep.ts'
import { useRequest } from './useRequest.ts'
import { VerdictActions } from './VerdictActions.tsx'

export interface AdmissionTabProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
  readonly kind: string
}

const operations = [
  { id: 'UPDATE', label: 'update it, unchanged' },
  { id: 'CREATE', label: 'create it again' },
  { id: 'DELETE', label: 'delete it' },
] as const
type Operation = (typeof operations)[number]['id']

/** What admission would do with an object of the cluster, on the object's own page. */
export function AdmissionTab({ context, objectRef, kind }: AdmissionTabProps) {
  const [operation, setOperation] = useState<Operation>('UPDATE')
  const [selected, setSelected] = useState<number | null>(null)
  const question: AdmissionQuestion = {
    ...plainQuestion,
    operation,
    resource: objectRef.resource,
    namespace: objectRef.namespace,
    name: objectRef.name,
    object: { type: 'stored' },
  }
  const request = useRequest(context, question)
  const { trace, discovery } = request
  const stations = trace === null ? [] : stationsOf(trace)
  const chosen = selected !== null && trace?.steps[selected] !== undefined ? selected : null
  const open = useOpenStep(context, discovery)
  return (
    <div className={styles.tab}>
      <div className={viewStyles.toolbar}>
        <Select
          label="What happens if I"
          options={operations}
          value={operation}
          onChange={id => setOperation(operations.find(one => one.id === id)?.id ?? 'UPDATE')}
        />
        <a className={styles.link} href={addressOf.whatIf(context, question)}>
          Open in What happens if
        </a>
        <a
          className={styles.link}
          href={addressOf.pipeline(context, { ...question, name: '', object: { type: 'unknown' } })}
        >
          {`Pipeline of ${kind}`}
        </a>
        <span className={viewStyles.gap} />
        <VerdictActions context={context} request={request} canCheck />
      </div>
      {trace === null ? (
        <NoWay request={request} />
      ) : (
        <>
          <Rail
            stations={stations}
            inSight={new Set(stations.map(({ id }): StationId => id))}
            onGo={id => setSelected(stations.find(one => one.id === id)?.cards[0]?.main.index ?? null)}
          />
          <p className={styles.note}>{noteOf(operation)}</p>
          <TraceResult
            context={context}
            request={request}
            operation={operation}
            selected={chosen}
            onSelect={setSelected}
            onOpen={open}
            sent={null}
            takesKeys
          />
        </>
      )}
    </div>
  )
}

function noteOf(operation: Operation): string {
  switch (operation) {
    case 'CREATE':
      return 'As if this object did not exist and were sent as it is stored, without what the server sets itself.'
    case 'UPDATE':
      return 'As if this object were sent again as it is stored: policies of today decide on an object of before.'
    case 'DELETE':
      return 'Nothing is deleted: the way of the request is computed here.'
    default:
      return assertNever(operation)
  }
}
