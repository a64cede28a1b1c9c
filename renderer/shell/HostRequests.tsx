import { useCallback, useEffect, useRef, useState } from 'react'
import type { ContextEntry, HostRequest } from '../../shared/ipc/index.ts'
import { engine, isDesktop } from '../bridge/index.ts'
import { openDump } from '../contexts/index.ts'
import { announce, errorBody, navigate, useContextList, useSessions, useStream } from '../live/index.ts'
import { followLink, type LinkOutcome } from './deepLinks.ts'
import { AddFilesDialog, LinkDialog, NowhereDialog, OpenFailedDialog } from './HostDialogs.tsx'
import { type CommandTargets, useCommands } from './useCommands.ts'

export interface HostRequestsProps extends CommandTargets {
  readonly open: (entry: ContextEntry) => void
}

type Unasked = Exclude<HostRequest, { readonly type: 'command' }>

/**
 * Carries out what comes from outside the page: commands of the native menu at once, links and
 * files one after the other, each asked about first where it would open or add something.
 */
export function HostRequests(props: HostRequestsProps) {
  const { value } = useStream('host.requests', isDesktop() ? {} : null)
  const run = useCommands(props)
  const done = useRef(new Set<number>())
  useNetworkReturn()
  useEffect(() => {
    for (const request of value ?? []) {
      if (request.type !== 'command' || done.current.has(request.id)) continue
      done.current.add(request.id)
      answered(request.id)
      run(request.command)
    }
  }, [value, run])
  const waiting = value?.find((request): request is Unasked => request.type !== 'command')
  if (waiting === undefined) return null
  return waiting.type === 'link' ? (
    <LinkRequest key={waiting.id} request={waiting} open={props.open} />
  ) : (
    <FilesRequest key={waiting.id} request={waiting} />
  )
}

function answered(id: number): void {
  engine.call('host.answered', { id }).catch((error: unknown) => announce(errorBody(error).message))
}

/** Tells main that the machine has a network again: connections come back at once, not at their next try. */
function useNetworkReturn(): void {
  useEffect(() => {
    const onOnline = () => {
      // Without an engine the page says so itself; nothing else could be done about it here.
      engine.call('host.online', {}).catch(() => undefined)
    }
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
}

interface LinkRequestProps {
  readonly request: Extract<HostRequest, { readonly type: 'link' }>
  readonly open: (entry: ContextEntry) => void
}

function LinkRequest({ request, open }: LinkRequestProps) {
  const list = useContextList()
  const sessions = useSessions()
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null)
  const isDone = useRef(false)
  const close = useCallback(() => answered(request.id), [request.id])
  useEffect(() => {
    // Decided once: a context that opens meanwhile does not pull the dialog away.
    if (list === null || sessions === null || isDone.current) return
    isDone.current = true
    const isOpen = (id: string) => sessions.some(({ context, phase }) => context === id && phase !== 'closed')
    const decided = followLink(request.address, list.contexts, isOpen)
    setOutcome(decided)
    if (decided.type !== 'go') return
    navigate(decided.address)
    close()
  }, [list, sessions, request.address, close])
  if (outcome === null || outcome.type === 'go') return null
  if (outcome.type === 'nowhere') return <NowhereDialog name={outcome.name} onClose={close} />
  return <LinkDialog outcome={outcome} open={open} onClose={close} />
}

function FilesRequest({ request }: { readonly request: Extract<HostRequest, { readonly type: 'files' }> }) {
  const { id, paths, as } = request
  const [failure, setFailure] = useState<string | null>(null)
  const isStarted = useRef(false)
  const close = useCallback(() => answered(id), [id])
  useEffect(() => {
    if (as !== 'objects' || isStarted.current) return
    isStarted.current = true
    openDump(paths).then(close, (error: unknown) => setFailure(errorBody(error).message))
  }, [as, paths, close])
  if (as === 'kubeconfig') return <AddFilesDialog paths={paths} onClose={close} />
  return failure === null ? null : <OpenFailedDialog message={failure} onClose={close} />
}
