import { useMemo, useState } from 'react'
import type { Plan, WriteMethod } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody } from '../live/index.ts'
import type { EditorProblem } from '../yaml/index.ts'
import type { Decision, Decisions } from './ConflictList.tsx'
import { type MethodName, methodOf } from './methods.ts'
import type { OpenDraft } from './useDraft.ts'

export type Validation = 'Strict' | 'Warn' | 'Ignore'
export type Planning = ReturnType<typeof usePlanning>

/** The choices of how to send, and the plan that the server was asked for last. */
export function usePlanning(context: ContextId, { draft, text, save }: OpenDraft) {
  const [name, setName] = useState<MethodName>('apply')
  const [validation, setValidation] = useState<Validation>('Strict')
  const [namespace, setNamespace] = useState('')
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [asked, setAsked] = useState<{ readonly plan: Plan; readonly text: string } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fieldsOf = (decision: Decision) =>
    [...decisions].filter(([, one]) => one === decision).map(([field]) => field)
  /** True where the plan can be reviewed. @param as the method, where it is another than the chosen one */
  const ask = async (as: MethodName = name): Promise<boolean> => {
    setIsBusy(true)
    setError(null)
    setName(as)
    const method: WriteMethod = methodOf(as, fieldsOf('take').length > 0)
    try {
      await save()
      const plan = await engine.call('writes.plan', {
        ...{ context, text, draft: draft?.id ?? null, method, namespace, fieldValidation: validation },
        ...{ leave: fieldsOf('leave'), release: fieldsOf('release') },
      })
      setAsked({ plan, text })
      // A forced apply takes whatever it meets: nothing goes on that was not decided by name.
      return plan.steps.every(step => step.conflicts.every(({ field }) => decisions.get(field) === 'take'))
    } catch (problem) {
      setError(errorBody(problem).message)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  const decide = (field: string, decision: Decision) => setDecisions(new Map(decisions).set(field, decision))
  const plan = asked?.text === text ? asked.plan : null
  const problems = useMemo(() => problemsOf(plan), [plan])
  return {
    ...{ name, setName, validation, setValidation, namespace, setNamespace, decisions, decide },
    ...{ ask, error, isBusy, plan, problems },
  }
}

/** What the server refuses, at its place in the text. */
function problemsOf(plan: Plan | null): readonly EditorProblem[] {
  return (plan?.steps ?? []).flatMap(({ problem, at, title, conflicts }) =>
    problem === undefined || at === undefined || conflicts.length > 0
      ? []
      : [
          {
            severity: 'error' as const,
            message: `The server refuses to ${title}: ${[problem.message, ...(problem.causes ?? [])].join(' ')}`,
            ...at,
          },
        ],
  )
}
