import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { Banner, EmptyState } from '../../ui/index.ts'
import type { FleetMember } from './matrix.ts'
import { isReading, lackInWords, staleSince } from './sources.ts'

export interface FleetNotesProps {
  readonly members: readonly FleetMember[]
  readonly failures: ReadonlyMap<ContextId, AppErrorBody>
  readonly nameOf: (context: ContextId) => string
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** What keeps the columns from being whole or current, a line for each context. */
export function FleetNotes({ members, failures, nameOf }: FleetNotesProps) {
  return (
    <>
      {members.map(member => {
        const { context } = member
        const name = visibleText(nameOf(context))
        const [error, lack, since] = [failures.get(context), lackInWords(member), staleSince(member)]
        return [
          error !== undefined && (
            <Banner key={`${context} error`} meaning="bad">
              {`${name}: ${error.message} What is shown of it may be old.`}
            </Banner>
          ),
          since !== null && (
            <Banner key={`${context} stale`} meaning="warning">
              {`${name}: as of ${clock.format(since)}, connection lost. It is being opened again.`}
            </Banner>
          ),
          lack !== null && (
            <Banner key={`${context} lack`} meaning="unknown">
              {`${name}: ${lack}`}
            </Banner>
          ),
        ]
      })}
    </>
  )
}

/** What stands in place of the rows where there are none: they are being read, may not be, or there are none. */
export function NoRows({ members, failures, nameOf }: FleetNotesProps) {
  if (members.some(member => isReading(member) && !failures.has(member.context)))
    return <EmptyState title="Reading policies and webhooks…" />
  const lacks = members.flatMap(member => {
    const lack = failures.get(member.context)?.message ?? lackInWords(member)
    return lack === null ? [] : [`${visibleText(nameOf(member.context))}: ${lack}`]
  })
  if (lacks.length > 0)
    return (
      <EmptyState
        meaning="unknown"
        title="Whether there are policies and webhooks cannot be told"
        detail="This does not mean that there are none: what may not be read may well be in force."
        causes={lacks}
      />
    )
  return (
    <EmptyState
      title="No policy and no webhook in any open context"
      detail={`${counted(members.length, 'context')} ${members.length === 1 ? 'is' : 'are'} open.`}
    />
  )
}
