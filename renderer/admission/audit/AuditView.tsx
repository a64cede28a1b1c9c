import { lazy, Suspense, useMemo } from 'react'
import type { AuditRequest } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type AuditPlace, addressOf, navigate, useNamespaces, useStream } from '../../live/index.ts'
import { Button, EmptyState, MultiSelect, SplitPane } from '../../ui/index.ts'
import viewStyles from '../parts/View.module.css'
import styles from './Audit.module.css'
import { AuditResult } from './AuditResult.tsx'
import { DraftTools } from './DraftTools.tsx'
import { isUnderWay } from './groups.ts'
import { cancelAudit, startAudit, useAuditRun } from './runs.ts'
import { SaveMenu } from './SaveMenu.tsx'

const YamlEditor = lazy(async () => ({ default: (await import('../../yaml/index.ts')).YamlEditor }))

export interface AuditViewProps {
  readonly context: ContextId
  readonly place: AuditPlace
}

/** Policies against the objects that exist: as they are, or with a draft of a policy applied. */
export function AuditView({ context, place }: AuditViewProps) {
  const key = `${context} view`
  const run = useAuditRun(key)
  const { draft } = place
  const change = (part: Partial<AuditPlace>) => {
    const isTyping = draft !== null && typeof part.draft === 'string'
    navigate(addressOf.audit(context, { ...place, ...part }), { replace: isTyping })
  }
  const request = requestOf(context, place)
  const { view = null } = run ?? {}
  const isRunning = run !== null && run.error === null && isUnderWay(view?.state)
  const isOther = run !== null && JSON.stringify(run.request) !== JSON.stringify(request)
  const problem =
    !isOther && view?.state === 'invalid' && view.line !== undefined
      ? { line: view.line, message: view.error?.message ?? '' }
      : null
  const result =
    run === null ? (
      <Before isTrial={draft !== null} />
    ) : (
      <AuditResult context={context} run={run} isOther={isOther} />
    )
  return (
    <div className={viewStyles.view}>
      <div className={viewStyles.toolbar}>
        <Choices context={context} place={place} onChange={change} />
        <Button isPressed={draft !== null} onPress={() => change({ draft: draft === null ? '' : null })}>
          Try a draft
        </Button>
        <span className={viewStyles.gap} />
        {view !== null && <SaveMenu view={view} isEnded={run?.error !== null} />}
        {isRunning ? (
          <Button onPress={() => cancelAudit(key)}>Cancel</Button>
        ) : (
          <Button
            look="primary"
            isDisabled={draft !== null && draft.trim() === ''}
            onPress={() => startAudit(key, request)}
          >
            {draft === null ? 'Run the audit' : 'Try it'}
          </Button>
        )}
      </div>
      {draft === null ? (
        result
      ) : (
        <SplitPane
          direction="columns"
          label="Size of the result"
          share={56}
          first={
            <section className={styles.draft} aria-label="Draft">
              <DraftTools context={context} text={draft} onChange={text => change({ draft: text })} />
              <Suspense fallback={null}>
                <YamlEditor
                  label="YAML of the draft"
                  text={draft}
                  onChange={text => change({ draft: text })}
                  placeholder={placeholder}
                  problem={problem}
                />
              </Suspense>
            </section>
          }
          second={result}
        />
      )}
    </div>
  )
}

const placeholder =
  'Paste policies, bindings or webhook configurations here, several with --- between them.\nEach replaces the one of its name, or comes to what is there.\nNothing is applied.'

function requestOf(context: ContextId, { policies, namespaces, draft }: AuditPlace): AuditRequest {
  return {
    context,
    ...(policies.length === 0 ? {} : { policies: [...policies] }),
    ...(namespaces.length === 0 ? {} : { namespaces: [...namespaces] }),
    ...(draft === null ? {} : { draft }),
  }
}

interface ChoicesProps {
  readonly context: ContextId
  readonly place: AuditPlace
  readonly onChange: (part: Partial<AuditPlace>) => void
}

function Choices({ context, place, onChange }: ChoicesProps) {
  const inventory = useStream('admission.policies', { context }).value
  const { names, incomplete } = useNamespaces([context])
  const policies = useMemo(
    () =>
      (inventory?.policies ?? [])
        .filter(({ bindings }) => bindings.length > 0)
        .map(({ policy }) => policy.name)
        .sort(),
    [inventory],
  )
  const unread = inventory?.sources.filter(({ state }) => state === 'unreadable') ?? []
  return (
    <>
      <MultiSelect
        label="Policies"
        options={[...new Set(policies)].map(name => ({ id: name, label: name }))}
        selected={place.policies}
        onChange={chosen => onChange({ policies: chosen })}
        noneText="all that are bound"
        note={unread.length > 0 ? 'Not all policies may be read.' : undefined}
        allowsOthers
      />
      <MultiSelect
        label="Namespaces"
        options={names.map(name => ({ id: name, label: name }))}
        selected={place.namespaces}
        onChange={chosen => onChange({ namespaces: chosen })}
        noneText="all"
        note={
          incomplete.length > 0 ? 'The namespaces may not be listed: type the names of others.' : undefined
        }
        allowsOthers
      />
    </>
  )
}

function Before({ isTrial }: { readonly isTrial: boolean }) {
  return (
    <EmptyState
      title={isTrial ? 'What would the draft change?' : 'What would the policies say to what exists?'}
      detail={
        isTrial
          ? 'The draft is tried on the objects of the cluster as if it were applied. You see what would newly be refused, warned of or changed, and what no more. Nothing is applied.'
          : 'Objects are read page by page and evaluated on this machine, as if each were sent again. Nothing is written to the cluster.'
      }
    />
  )
}
