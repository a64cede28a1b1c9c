/**
 * The findings of a context, live: the checks of shared/admission/findings over what is watched, with
 * what is read beside it in the background (measures, warnings, serving certificates, trials of
 * expressions), all of which ends with the stream. Expressions are compiled and run in a thread.
 */
import type { CertificateBundle } from '../../../shared/admission/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { FindingsDepth, FindingsView, OpenState } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import type { OpenPort } from '../health/index.ts'
import { liveView, type Sources } from '../live-view.ts'
import { type ComputingThread, minorOf } from '../trace/index.ts'
import { readFindings } from './read.ts'
import { Surroundings } from './surroundings.ts'
import { ThreadExpressions } from './threadExpressions.ts'

export interface FindingsStream {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  /** Where expressions of the cluster are compiled and run. */
  readonly thread: ComputingThread
  readonly notify: () => void
  readonly decode: (caBundle: string) => CertificateBundle
  /** What of the sources may be believed, as of a dump. */
  readonly told: (sources: Sources) => Sources
  /** Open contexts of which somebody asked to read Secrets; forgotten when they are closed. */
  readonly mayReadSecrets: WeakSet<ApiClient>
  /** The same of those in which servers of webhooks may be asked for their certificates. */
  readonly mayAskServers: WeakSet<ApiClient>
  readonly openPort: OpenPort
}

export interface FindingsWanted {
  readonly depth?: FindingsDepth | undefined
  readonly readsSecrets?: true | undefined
  readonly asksServers?: true | undefined
}

/** Many checks look at everything: milliseconds that changes are gathered before they do so again. */
const gatherFor = 300

export function openFindings(
  stream: FindingsStream,
  wanted: FindingsWanted,
): OpenState<FindingsWanted, FindingsView> {
  const { api, watches, clock, thread, notify, decode, told, mayReadSecrets, mayAskServers } = stream
  let changed: () => void = () => undefined
  const expressions = new ThreadExpressions(thread, () => changed())
  const around = new Surroundings(api, thread, clock, stream.openPort, () => changed())
  const want = ({ depth = around.depth, readsSecrets, asksServers }: FindingsWanted): void => {
    if (readsSecrets === true) mayReadSecrets.add(api)
    if (asksServers === true) mayAskServers.add(api)
    around.want(depth, { readSecrets: mayReadSecrets.has(api), askServers: mayAskServers.has(api) })
  }
  want(wanted)
  const view = liveView({
    api,
    watches,
    clock,
    notify,
    gather: gatherFor,
    attach: recompute => {
      changed = recompute
      return () => {
        expressions.close()
        around.close()
      }
    },
    compute: sources =>
      readFindings(told(sources), around, {
        decode,
        expressions,
        minor: minorOf(api.session.state.get().serverVersion),
      }),
  })
  return {
    ...view,
    update(next) {
      want(next)
      changed()
    },
  }
}
