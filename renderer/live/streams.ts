import { create } from 'zustand'
import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { openInDock } from './dock.ts'

/** Something that asks the user before it opens: the frame shows the dialog of its domain. */
export interface StreamQuestion {
  readonly about: 'shell' | 'attach' | 'debug' | 'forward' | 'files'
  readonly context: ContextId
  /** A pod or a workload; for `debug` also a node, for `forward` also a Service. */
  readonly objectRef: ObjectRef
  /** Empty: the default one, or the user chooses. */
  readonly container: string
}

const question = create<{ readonly asked: StreamQuestion | null }>()(() => ({ asked: null }))

/** What is asked now; null for nothing. */
export function useStreamQuestion(): StreamQuestion | null {
  return question(state => state.asked)
}

export function closeStreamQuestion(): void {
  question.setState({ asked: null })
}

/** Follows logs in the dock. */
export function openLogs(context: ContextId, target: LogTarget, title: string): void {
  openInDock({ kind: 'logs', context, target, title })
}

/** A shell in a pod, or in a ready pod of a workload. Several containers are offered unless one is named. */
export function openShell(context: ContextId, objectRef: ObjectRef, container = ''): void {
  ask('shell', context, objectRef, container)
}

/** The process of a container itself. */
export function openAttach(context: ContextId, objectRef: ObjectRef, container = ''): void {
  ask('attach', context, objectRef, container)
}

/** A debug container in a pod, or a debug pod on a node: planned, shown and confirmed before it is written. */
export function openDebug(context: ContextId, objectRef: ObjectRef): void {
  ask('debug', context, objectRef)
}

export function openForward(context: ContextId, objectRef: ObjectRef): void {
  ask('forward', context, objectRef)
}

export function openFiles(context: ContextId, objectRef: ObjectRef, container = ''): void {
  ask('files', context, objectRef, container)
}

function ask(about: StreamQuestion['about'], context: ContextId, objectRef: ObjectRef, container = ''): void {
  question.setState({ asked: { about, context, objectRef, container } })
}
