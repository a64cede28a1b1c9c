import { join } from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { observeState } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import { Drafts } from './drafts/drafts.ts'
import { rebase, takeRebase } from './drafts/rebase.ts'
import { endDraft, pendingOf, tellOutcomes } from './drafts/sent.ts'
import { inverseOf, Journal } from './journal/index.ts'
import { Plans } from './plan/plans.ts'
import { schemasOf } from './plan/schemas.ts'
import { Runs } from './runs/runs.ts'
import { joinedText, titleOfFiles } from './text/files.ts'
import { planText } from './text/plan.ts'
import type { Writes, WritesSources } from './types.ts'
import { Work } from './work/index.ts'

/** Builds the write path. Contacts nobody; reads what an earlier run left of drafts. */
export function createWrites(sources: WritesSources): Writes {
  const work = new Work()
  const plans = new Plans(sources, work)
  const journal = new Journal(sources.folder, sources.onBug)
  const draftsFolder = join(sources.folder, 'drafts')
  const drafts = new Drafts(sources, work, draftsFolder)
  const runs = new Runs({ ...sources, journal, ended: run => void endDraft(drafts, run, sources.onBug) })
  const parts: Parts = { sources, plans, journal, drafts, runs, work }
  return {
    plan: (context, request, signal) => plans.make(context, request, signal),
    handlers: {
      ...draftHandlers(parts),
      ...runHandlers(parts),
      'writes.plan': (asked, signal) => planText({ sources, plans, drafts, work }, asked, signal),
      'writes.journal': asked => journal.search(asked),
      'writes.journalVersion': (_params, notify) => observeState(journal.version, notify),
      'writes.undo': async ({ entry }, signal) => {
        const found = await journal.find(entry)
        const api = sources.contexts.get(found.context)
        return plans.make(found.context, await inverseOf(api, found, schemasOf(api), signal), signal)
      },
    },
    places: { drafts: draftsFolder, journal: journal.file },
    clear: async what => {
      if (what === 'drafts') await drafts.clear()
      else journal.clear()
    },
    close: async () => {
      plans.clear()
      await runs.close()
      await drafts.close()
      work.close()
    },
  }
}

interface Parts {
  readonly sources: WritesSources
  readonly plans: Plans
  readonly journal: Journal
  readonly drafts: Drafts
  readonly runs: Runs
  readonly work: Work
}

type DraftNames =
  | 'writes.drafts'
  | 'writes.openDraft'
  | 'writes.openFiles'
  | 'writes.draft'
  | 'writes.saveDraft'
  | 'writes.discardDraft'
  | 'writes.rebase'
  | 'writes.rebased'

function draftHandlers({ sources, drafts, work }: Parts): Pick<HandlersOf<'writes'>, DraftNames> {
  return {
    'writes.drafts': (_params, notify) => {
      void tellOutcomes(drafts, sources)
      return observeState(drafts.summaries, notify)
    },
    'writes.openDraft': (asked, signal) => drafts.open(asked, signal),
    'writes.openFiles': async ({ context, paths }, signal) => {
      const text = await joinedText(paths, sources, signal)
      return drafts.open({ context, ref: null, text, title: titleOfFiles(paths) }, signal)
    },
    'writes.draft': ({ id }, notify) => {
      let isChanged = true
      const watched = drafts.observe(id, () => {
        isChanged = true
        // Its context may be open by now.
        void tellOutcomes(drafts, sources)
        notify()
      })
      void tellOutcomes(drafts, sources)
      queueMicrotask(notify)
      return {
        take: () => {
          if (!isChanged) return undefined
          isChanged = false
          return watched.take()
        },
        update: () => undefined,
        close: watched.close,
      }
    },
    'writes.saveDraft': ({ id, text }) => drafts.save(id, text),
    'writes.discardDraft': async ({ id }) => {
      await drafts.discard(id)
      return null
    },
    'writes.rebase': (asked, signal) => rebase(drafts, sources, work, asked, signal),
    'writes.rebased': async ({ id, text, resourceVersion }) => {
      await takeRebase(drafts, id, text, resourceVersion)
      return null
    },
  }
}

type RunNames =
  | 'writes.send'
  | 'writes.runs'
  | 'writes.run'
  | 'writes.cancelRun'
  | 'writes.resumeRun'
  | 'writes.forgetRun'
  | 'writes.answer'

function runHandlers({ plans, drafts, runs }: Parts): Pick<HandlersOf<'writes'>, RunNames> {
  return {
    'writes.send': async ({ plan: id, typed, only }) => {
      const { plan, draft, steps } = plans.find(id)
      if (plan.isProtected)
        throw new AppError({
          kind: 'invalid',
          reason: 'ProtectedContext',
          context: plan.context,
          message:
            'This context is protected: nothing is written to it. The protection is lifted in the settings.',
        })
      if (plan.typed !== null && plan.typed.text !== typed)
        throw new AppError({
          kind: 'invalid',
          reason: 'NotTyped',
          message: `To confirm, type “${plan.typed.text}” as it stands.`,
        })
      const kept = plans.take(id)
      // Before anything leaves: if the program ends now, the draft says that it may have been written.
      if (draft !== null) await drafts.markSent(draft, pendingOf(steps))
      return { run: runs.start(kept, only ?? null).id }
    },
    'writes.runs': (_params, notify) => observeState(runs.summaries, notify),
    'writes.run': ({ id }, notify) => observeState(runs.find(id).state, notify),
    'writes.cancelRun': async ({ id }) => {
      await runs.find(id).cancel()
      return null
    },
    'writes.resumeRun': async ({ id, failedToo }) => {
      runs.find(id).resume(failedToo)
      return null
    },
    'writes.forgetRun': async ({ id }) => {
      runs.forget(id)
      return null
    },
    'writes.answer': async ({ run, step }) => runs.find(run).answer(step),
  }
}
