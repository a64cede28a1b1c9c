import { AppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { Handlers, PrometheusService, PrometheusState } from '../../../shared/ipc/index.ts'
import { ownValue } from '../../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../../api/index.ts'
import { MadeState } from '../../facts/index.ts'
import type { SettingsStore } from '../../settings/index.ts'
import { readHistory } from './history.ts'
import { type Found, idOf } from './products.ts'
import { PrometheusSearch } from './search.ts'

interface PrometheusSetup {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly settings: SettingsStore
}

type PrometheusHandlers = Handlers<'usage.prometheus' | 'usage.agree' | 'usage.history'>

/** Histories from a Prometheus behind the server, once the user agreed that it is asked. */
export function prometheusHandlers({ contexts, clock, settings }: PrometheusSetup): PrometheusHandlers {
  const searches = new Map<ApiClient, PrometheusSearch>()
  const searchOf = (api: ApiClient): PrometheusSearch => {
    const known = searches.get(api)
    if (known !== undefined) return known
    const search = new PrometheusSearch(api, clock)
    searches.set(api, search)
    const unsubscribe = api.session.state.subscribe(({ phase }) => {
      if (phase !== 'closed') return
      unsubscribe()
      searches.delete(api)
      search.close()
    })
    return search
  }
  const agreedIn = (api: ApiClient): string | null =>
    ownValue(settings.value.get().prometheus, api.context) ?? null
  return {
    'usage.prometheus': ({ context }, notify) => {
      const api = contexts.get(context)
      const search = searchOf(api)
      const changed = (): void => state.changed()
      const leave = [search.subscribe(changed), settings.value.subscribe(changed)]
      const state = new MadeState<PrometheusState>({
        clock,
        notify,
        pause: 100,
        make: () => stateOf(search, agreedIn(api), api.session.isProtected),
        release: () => {
          for (const unsubscribe of leave) unsubscribe()
        },
      })
      state.changed()
      return state
    },
    'usage.agree': async ({ context, service }) => {
      const { [context]: _before, ...others } = settings.value.get().prometheus
      settings.change({ prometheus: service === null ? others : { ...others, [context]: service } })
      return null
    },
    'usage.history': async ({ context, ref, range }, signal) => {
      const api = contexts.get(context)
      const service = foundService(searchOf(api), agreedIn(api))
      return readHistory({ api, service, ref, range, now: clock.now(), signal })
    },
  }
}

function stateOf({ state }: PrometheusSearch, agreed: string | null, isProtected: boolean): PrometheusState {
  if (state.state !== 'found') return state
  if (state.found.length === 0) return { state: 'none' }
  const services = state.found.map(serviceOf)
  const isThere = services.some(({ id }) => id === agreed)
  return { state: 'found', services, agreed: isThere ? agreed : null, isProtected }
}

function serviceOf(found: Found): PrometheusService {
  const { namespace, name, product } = found
  return { id: idOf(found), namespace, name, product }
}

function foundService({ state }: PrometheusSearch, agreed: string | null): Found {
  const found = state.state === 'found' ? state.found.find(one => idOf(one) === agreed) : undefined
  if (found !== undefined) return found
  throw new AppError({
    kind: 'invalid',
    reason: 'NotAgreed',
    message: 'No Prometheus was agreed to in this context, or it is not there any more.',
  })
}
