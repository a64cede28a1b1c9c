import { AppError } from '../../../../shared/errors/index.ts'
import type { Container } from './command.ts'

/** A container out of which nothing can be read, for want of any program to do it. */
export function noShell({ session, pod, container }: Container, wish: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'NoShell',
    context: session.context,
    message: `Container ${container} of pod ${pod} has no shell (sh), which it takes to ${wish}. A debug container that targets it sees its files below /proc/1/root.`,
  })
}

export function noTar({ session, pod, container }: Container): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'NoTar',
    context: session.context,
    message: `Container ${container} of pod ${pod} has no tar, so folders cannot be copied, only single files. A debug container that targets it sees its files below /proc/1/root.`,
  })
}
