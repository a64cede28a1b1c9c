import { z } from 'zod'
import { AppError, type AppErrorBody } from '../../../shared/errors/index.ts'

/** Whose process it is, for errors. */
export interface ProcessPlace {
  readonly context: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** What was run; empty for the container's own process. */
  readonly program: string
}

const status = z.object({
  status: z.string().catch(''),
  message: z.string().catch(''),
  reason: z.string().catch(''),
  details: z
    .object({ causes: z.array(z.object({ reason: z.string().catch(''), message: z.string().catch('') })) })
    .catch({ causes: [] }),
})

/**
 * What the last message of the server says of a process: its exit code, or why there was none.
 * @param text a `Status` object as JSON (k8s.io/client-go, tools/remotecommand/v4.go)
 */
export function outcomeOf(text: string, place: ProcessPlace): { readonly code: number } | AppError {
  const read = status.safeParse(parsed(text))
  if (!read.success) return unknownOutcome(place, 'The server’s last word on it cannot be read.')
  const { status: word, message, reason, details } = read.data
  if (word === 'Success') return { code: 0 }
  if (reason === 'NonZeroExitCode') {
    const code = Number(details.causes.find(cause => cause.reason === 'ExitCode')?.message)
    if (Number.isInteger(code)) return { code }
  }
  return inWords({ kind: 'serverFault', message, ...(reason === '' ? {} : { reason }) }, place)
}

/** The error of a process of which nobody knows how it ended. */
export function unknownOutcome(place: ProcessPlace, why: string): AppError {
  const message = `Whether the process in container ${place.container} of pod ${place.pod} still runs, and how it ended, is not known. ${why}`
  return new AppError({ ...where(place), kind: 'unreachable', reason: 'OutcomeUnknown', message })
}

/** Says the usual failures in the words of whoever looks at the pod, with the server's own beside. */
export function inWords(error: AppErrorBody, place: ProcessPlace): AppError {
  const found = usual.find(({ form }) => form.test(error.message))
  if (found === undefined) return new AppError({ ...where(place), ...error })
  const { kind, reason, say } = found
  return new AppError({
    ...where(place),
    ...error,
    ...{ kind, reason, message: say(place), causes: [error.message, ...(error.causes ?? [])] },
  })
}

interface Usual {
  readonly form: RegExp
  readonly kind: AppErrorBody['kind']
  readonly reason: string
  readonly say: (place: ProcessPlace) => string
}

/** By the words of kubelets and runtimes (containerd, CRI-O): they have no codes. The first that fits counts. */
const usual: readonly Usual[] = [
  {
    form: /executable file not found|no such file or directory|not found in \$PATH|fork\/exec .*: not a directory/i,
    kind: 'gone',
    reason: 'CommandNotFound',
    say: ({ program, container, pod }) =>
      `There is no ${program || 'such program'} in container ${container} of pod ${pod}.`,
  },
  {
    form: /exec.*permission denied|exec format error/i,
    kind: 'invalid',
    reason: 'CommandNotRunnable',
    say: ({ program, container, pod }) =>
      `${program || 'The program'} in container ${container} of pod ${pod} cannot be run.`,
  },
  {
    form: /container .*(?:is not valid for|not found in) pod/i,
    kind: 'gone',
    reason: 'ContainerNotFound',
    say: ({ container, pod }) => `Pod ${pod} has no container ${container}.`,
  },
  {
    form: /container not found|container .*(?:not running|is not created|has exited|stopped)|cannot exec (?:in|into) a (?:stopped|paused) container|completed pod|not running/i,
    kind: 'gone',
    reason: 'ContainerNotRunning',
    say: ({ container, pod }) => `Container ${container} of pod ${pod} is not running.`,
  },
  {
    form: /does not have a host assigned/i,
    kind: 'gone',
    reason: 'NotScheduled',
    say: ({ pod }) => `Pod ${pod} is on no node yet, so nothing runs in it.`,
  },
]

function where({ context, namespace, pod }: ProcessPlace): Pick<AppErrorBody, 'context' | 'resource'> {
  return { context, resource: `pod ${pod} in namespace ${namespace}` }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
