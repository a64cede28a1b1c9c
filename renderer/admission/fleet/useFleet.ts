import { useEffect, useMemo, useState } from 'react'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { PolicyInventory, WebhookInventory } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { useIsViewActive, useSessions } from '../../live/index.ts'
import type { FleetMember } from './matrix.ts'

interface Known {
  readonly policies: PolicyInventory | null
  readonly webhooks: WebhookInventory | null
  readonly error: AppErrorBody | null
}

const nothingYet: Known = { policies: null, webhooks: null, error: null }

export interface Fleet {
  /** Those that are connected: the one that others are compared with first. */
  readonly members: readonly FleetMember[]
  /** Contexts whose streams ended, and why. */
  readonly failures: ReadonlyMap<ContextId, AppErrorBody>
}

/** Policies and webhooks of every context that is open, live. No other is asked. */
export function useFleet(base: ContextId): Fleet {
  const sessions = useSessions()
  const isActive = useIsViewActive()
  const open = (sessions ?? []).filter(({ phase }) => phase === 'ready').map(({ context }) => context)
  const key = JSON.stringify([
    ...open.filter(context => context === base),
    ...open.filter(context => context !== base),
  ])
  const contexts = useMemo(() => JSON.parse(key) as readonly ContextId[], [key])
  const [known, setKnown] = useState<ReadonlyMap<ContextId, Known>>(new Map())
  useEffect(() => {
    if (!isActive) return
    const tell = (context: ContextId, part: Partial<Known>) =>
      setKnown(last => new Map(last).set(context, { ...(last.get(context) ?? nothingYet), ...part }))
    const streams = contexts.flatMap(context => {
      const end = (error?: AppErrorBody) => {
        if (error !== undefined) tell(context, { error })
      }
      return [
        engine.openStream(
          'admission.policies',
          { context },
          { value: policies => tell(context, { policies, error: null }), end },
        ),
        engine.openStream(
          'admission.webhooks',
          { context },
          { value: webhooks => tell(context, { webhooks, error: null }), end },
        ),
      ]
    })
    return () => {
      for (const stream of streams) stream.close()
    }
  }, [contexts, isActive])
  return useMemo(() => {
    const failures = new Map<ContextId, AppErrorBody>()
    const members = contexts.map(context => {
      const { policies, webhooks, error } = known.get(context) ?? nothingYet
      if (error !== null) failures.set(context, error)
      return { context, policies, webhooks }
    })
    return { members, failures }
  }, [contexts, known])
}
