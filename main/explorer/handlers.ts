import { isAppError } from '../../shared/errors/index.ts'
import { type Clock, observeState } from '../../shared/flow/index.ts'
import type { ApiCall, HandlersOf, KindSchema, OpenState } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { Writes } from '../writes/index.ts'
import { callOf } from './answer.ts'
import { OpenChannel } from './channel.ts'
import { curlOf, kubectlOf } from './commands.ts'
import { ApiDocuments } from './documents.ts'
import { differencesOf, fieldIn, placeOf, searchFields } from './fields.ts'
import { Follow } from './follow.ts'
import type { Mask } from './masking.ts'
import { planOf } from './plan.ts'
import { buildRequest, queryText, refuseProblems } from './request.ts'
import { templateOf } from './template.ts'

export interface ExplorerSources {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly writes: Pick<Writes, 'plan'>
  readonly contextName: (context: ContextId) => string
  readonly maskSecret: Mask
  readonly onBug: (error: unknown) => void
}

/** The `explorer` domain: every operation of a server, and the schema of every kind. */
export function createExplorer(sources: ExplorerSources): {
  readonly handlers: HandlersOf<'explorer'>
  close(): void
} {
  const documents = new Map<ContextId, { readonly api: ApiClient; readonly documents: ApiDocuments }>()
  /** Read once for as long as a context is open: a context that was opened again is another client. */
  const documentsOf = (context: ContextId): ApiDocuments => {
    const api = sources.contexts.get(context)
    const known = documents.get(context)
    if (known?.api === api) return known.documents
    known?.documents.close()
    const made = { api, documents: new ApiDocuments(api) }
    documents.set(context, made)
    return made.documents
  }
  const built = async (call: ApiCall) =>
    buildRequest(await documentsOf(call.context).operation(call.operation), call)
  const ready = async (call: ApiCall) => {
    const request = await built(call)
    refuseProblems(request)
    return request
  }
  return {
    handlers: {
      'explorer.catalog': ({ context }, notify) => observeState(documentsOf(context).catalog, notify),
      'explorer.operation': ({ context, operation }) => documentsOf(context).operation(operation),
      'explorer.preview': async call => {
        const request = await built(call)
        return {
          method: request.operation.method,
          path: `${request.path}${queryText(request.query)}`,
          route: request.route,
          curl: curlOf(request),
          kubectl: kubectlOf(request, sources.contextName(call.context)),
          problems: request.problems,
        }
      },
      'explorer.call': async (call, signal) => {
        const request = await ready(call)
        const { session } = sources.contexts.get(call.context)
        return callOf(session, request, { reveal: call.reveal, mask: sources.maskSecret, signal })
      },
      'explorer.follow': (call, notify) => {
        const { session } = sources.contexts.get(call.context)
        const { clock, maskSecret: mask, onBug } = sources
        const options = { clock, mask, onBug, notify, reveal: call.reveal }
        return onceReady(ready(call), request => new Follow(session, request, options), notify)
      },
      'explorer.channel': (call, notify) => {
        const { session } = sources.contexts.get(call.context)
        const { clock, onBug } = sources
        return onceReady(
          ready(call),
          request => new OpenChannel(session, request, { clock, onBug, notify }),
          notify,
        )
      },
      'explorer.plan': async (call, signal) => {
        const request = await ready(call)
        const api = sources.contexts.get(call.context)
        return sources.writes.plan(call.context, planOf(request, api), signal)
      },
      'explorer.template': async ({ context, operation }) => {
        const found = await documentsOf(context).operation(operation)
        const { group = '', version = '', kind = '' } = found.body ?? {}
        const api = sources.contexts.get(context)
        return templateOf(found, version === '' ? null : await schemaOrNull(api, group, version, kind))
      },
      ...schemaHandlers(sources),
    },
    close: () => {
      for (const each of documents.values()) each.documents.close()
      documents.clear()
    },
  }
}

function schemaHandlers({
  contexts,
}: ExplorerSources): Pick<
  HandlersOf<'explorer'>,
  'explorer.fields' | 'explorer.searchFields' | 'explorer.fieldVersions' | 'explorer.compareVersions'
> {
  return {
    'explorer.fields': async ({ context, group, version, kind, path }) =>
      placeOf(await contexts.get(context).schema(group, version, kind), path),
    'explorer.searchFields': async ({ context, group, version, kind, text }) =>
      searchFields(await contexts.get(context).schema(group, version, kind), text),
    'explorer.fieldVersions': async ({ context, group, kind, path }) => {
      const api = contexts.get(context)
      return Promise.all(
        versionsOf(api, group, kind).map(async version =>
          fieldIn(version, await schemaOrNull(api, group, version, kind), path),
        ),
      )
    },
    'explorer.compareVersions': async ({ context, group, kind, from, to }) => {
      const api = contexts.get(context)
      const [before, after] = await Promise.all([api.schema(group, from, kind), api.schema(group, to, kind)])
      return differencesOf(before, after)
    },
  }
}

/** Versions in which a kind is served, as discovery orders them. */
function versionsOf(api: ApiClient, group: string, kind: string): readonly string[] {
  const served = api.discovery.get().resources.filter(info => info.group === group && info.kind === kind)
  return [...new Set(served.map(({ version }) => version))]
}

async function schemaOrNull(
  api: ApiClient,
  group: string,
  version: string,
  kind: string,
): Promise<KindSchema | null> {
  try {
    return await api.schema(group, version, kind)
  } catch (error) {
    if (isAppError(error) && error.body.kind === 'gone') return null
    throw error
  }
}

/** A stream whose source comes later; until then it has nothing, and its failure is that of the stream. */
function onceReady<Request, Update, Value>(
  request: Promise<Request>,
  open: (request: Request) => OpenState<Update, Value>,
  notify: () => void,
): OpenState<Update, Value> {
  let state: OpenState<Update, Value> | null = null
  let failure: { readonly error: unknown } | null = null
  let isClosed = false
  request.then(
    found => {
      if (!isClosed) state = open(found)
    },
    (error: unknown) => {
      failure = { error }
      notify()
    },
  )
  return {
    take: () => {
      if (failure !== null) throw failure.error
      return state?.take()
    },
    update: params => state?.update(params),
    close: () => {
      isClosed = true
      state?.close()
    },
  }
}
