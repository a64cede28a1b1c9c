import { AppError } from '../../shared/errors/index.ts'
import type { Way } from './link.ts'
import type { SessionTarget } from './types.ts'
import { dateText } from './validity.ts'

/**
 * A refusal of credentials in words that name whose they are, with what the server said beside.
 * @param clientUntil when the client certificate in use expires; null without one
 */
export function refusedCredentials(
  { body }: AppError,
  { grant }: Way,
  target: SessionTarget,
  clientUntil: Date | null,
  now: number,
): AppError {
  const who = target.type === 'socket' ? 'user' : target.resolved.userLabel
  const isLate = clientUntil !== null && clientUntil.getTime() < now
  const message = isLate
    ? `The client certificate of the ${who} expired on ${dateText(clientUntil)}: a new one is needed.`
    : grant.authorization === '' && grant.certificate === null
      ? `The server does not accept the ${who}: it wants other credentials than the kubeconfig gives.`
      : `The server refused the credentials of the ${who}. Sign in again.`
  return new AppError({ ...body, message, causes: [body.message] })
}
