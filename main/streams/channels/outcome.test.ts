import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/index.ts'
import { inWords, outcomeOf, type ProcessPlace } from './outcome.ts'

const place: ProcessPlace = { context: 'c', namespace: 'n', pod: 'p', container: 'main', program: 'bash' }
const status = (value: object): string => JSON.stringify({ metadata: {}, ...value })
const bodyOf = (text: string) => {
  const outcome = outcomeOf(text, place)
  return outcome instanceof AppError ? outcome.body : outcome
}

it('an end with success or an exit code is told as such', () => {
  expect(bodyOf(status({ status: 'Success' }))).toEqual({ code: 0 })
  const causes = [{ reason: 'ExitCode', message: '137' }]
  const failed = {
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: 'command terminated with non-zero exit code',
  }
  expect(bodyOf(status({ ...failed, details: { causes } }))).toEqual({ code: 137 })
  expect(bodyOf(status(failed))).toMatchObject({ kind: 'serverFault', reason: 'NonZeroExitCode' })
})

it.each([
  // containerd with runc, CRI-O with crun, and the old docker shim
  [
    'Internal error occurred: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "1f": OCI runtime exec failed: exec failed: unable to start container process: exec: "bash": executable file not found in $PATH: unknown',
    'CommandNotFound',
    'There is no bash in container main of pod p.',
  ],
  [
    'Internal error occurred: error executing command in container: exec failed: exec: "/bin/bash": stat /bin/bash: no such file or directory',
    'CommandNotFound',
    'There is no bash in container main of pod p.',
  ],
  [
    'Internal error occurred: error executing command in container: exec failed: "bash": permission denied',
    'CommandNotRunnable',
    'bash in container main of pod p cannot be run.',
  ],
  [
    'Internal error occurred: unable to upgrade connection: container not found ("main")',
    'ContainerNotRunning',
    'Container main of pod p is not running.',
  ],
  [
    'cannot exec into a container in a completed pod; current phase is Succeeded',
    'ContainerNotRunning',
    'Container main of pod p is not running.',
  ],
  ['container main is not valid for pod p', 'ContainerNotFound', 'Pod p has no container main.'],
  ['pod p does not have a host assigned', 'NotScheduled', 'Pod p is on no node yet, so nothing runs in it.'],
])('%s', (message, reason, words) => {
  const { body } = inWords({ kind: 'serverFault', message }, place)
  expect(body).toMatchObject({ reason, message: words, causes: [message], context: 'c' })
  expect(bodyOf(status({ status: 'Failure', message }))).toMatchObject({ reason, message: words })
})

it('what is not known is told in the server’s own words', () => {
  expect(bodyOf(status({ status: 'Failure', message: 'the node is on fire', reason: 'Fire' }))).toEqual({
    kind: 'serverFault',
    context: 'c',
    resource: 'pod p in namespace n',
    message: 'the node is on fire',
    reason: 'Fire',
  })
})

it.each(['', 'no json', '[]', '"x"', 'null'])(
  'a last word that cannot be read leaves the end unknown: %s',
  text => {
    expect(bodyOf(text)).toMatchObject({ kind: 'unreachable', reason: 'OutcomeUnknown' })
  },
)
