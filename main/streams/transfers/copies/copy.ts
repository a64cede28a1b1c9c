import { AppError, isAppError } from '../../../../shared/errors/index.ts'
import type { LocalPlaces } from '../local/index.ts'
import type { Container, TarError } from '../remote/index.ts'

/** A copy as it is asked for, and who is told how it gets on. */
export interface Copy {
  readonly container: Container
  /** Absolute, in the container or on this machine; there `~/` stands for the home folder. */
  readonly source: string
  readonly destination: string
  readonly mayOverwrite: boolean
  readonly places: LocalPlaces
  readonly signal: AbortSignal
  readonly progress: Progress
}

export interface Progress {
  /** The paths as they turned out to be. */
  readonly onPaths: (paths: { readonly source?: string; readonly destination?: string }) => void
  readonly onTotal: (bytes: number) => void
  readonly onBytes: (bytes: number) => void
  /** One more file, folder or link was copied. */
  readonly onEntry: () => void
  readonly onRefused: (path: string, why: string) => void
}

/** Does what concerns this machine alone; its errors come in words. @throws AppError */
export async function onThisMachine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw localFailure(error)
  }
}

export function localFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (isAppError(error) || code === undefined) return error
  const kind = code === 'EACCES' || code === 'EPERM' ? 'denied' : 'badConfig'
  const message = `This machine did not take part: ${words[code] ?? `${(error as Error).message}.`}`
  return new AppError({ kind, message }, { cause: error })
}

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full.',
  EDQUOT: 'your share of its disk is used up.',
  EROFS: 'its disk may only be read.',
  EACCES: 'permission is denied.',
  EPERM: 'permission is denied.',
  ENOENT: 'a file or folder is not there any more.',
}

/** A program of the container that ended with a failure. */
export function remoteFailure(
  { container }: Pick<Copy, 'container'>,
  doing: string,
  { code, errors }: { readonly code: number; readonly errors: readonly TarError[] },
): AppError {
  const isFull = errors.some(({ why }) => /no space left/i.test(why))
  const isDenied = errors.some(({ why }) => /permission denied|read-only file system/i.test(why))
  const why = isFull
    ? 'The disk of the container is full.'
    : isDenied
      ? 'Its user is not allowed to.'
      : `It ended with code ${code}.`
  return new AppError({
    kind: isDenied ? 'denied' : 'serverFault',
    context: container.session.context,
    resource: `pod ${container.pod} in namespace ${container.namespace}`,
    message: `${doing} in container ${container.container} failed. ${why}`,
    causes: errors.slice(0, 8).map(({ path, why: said }) => (path === '' ? said : `${path}: ${said}`)),
  })
}

/** `what` is said of a path of the container. */
export function wrongPath({ container }: Pick<Copy, 'container'>, path: string, what: string): AppError {
  return new AppError({
    kind: 'invalid',
    context: container.session.context,
    message: `“${path}” in container ${container.container} ${what}.`,
  })
}

export function alreadyInContainer(copy: Pick<Copy, 'container'>, path: string): AppError {
  const { body } = wrongPath(copy, path, 'is there already. Choose another name, or allow to overwrite it')
  return new AppError({ ...body, kind: 'conflict', reason: 'AlreadyExists' })
}

export function otherKindInContainer(copy: Pick<Copy, 'container'>, path: string): AppError {
  const { body } = wrongPath(
    copy,
    path,
    'is there already, and a folder and a file do not take each other’s place',
  )
  return new AppError({ ...body, kind: 'conflict' })
}
