import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock, Unsubscribe } from '../../shared/flow/index.ts'
import type { Recorder } from '../diagnostics/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import { connect } from './connect.ts'
import type { Link, Way } from './link.ts'
import type { ChannelRequest, ChannelSocket } from './types.ts'
import { refuseChannels } from './writes.ts'

interface ChannelsOptions {
  readonly context: string
  readonly clock: Clock
  readonly settings: SettingsStore
  readonly recorder: Recorder | undefined
  readonly isProtected: () => boolean
  /** What a refusal says to the user. */
  readonly refusal: (error: AppError, way: Way) => AppError
  readonly isServerThere: () => Promise<boolean>
}

/** Opens the channels of a session and ends them: with it, with its target, and when its context is protected. */
export class Channels {
  readonly #options: ChannelsOptions
  readonly #unsubscribe: Unsubscribe
  #ending = new AbortController()

  constructor(options: ChannelsOptions) {
    this.#options = options
    this.#unsubscribe = options.settings.value.subscribe(() => {
      if (options.isProtected()) this.#end('invalid', 'ProtectedContext', 'The context is protected now')
    })
  }

  /** @throws AppError */
  async connect(request: ChannelRequest, link: Link): Promise<ChannelSocket> {
    const { recorder, isProtected, ...rest } = this.#options
    refuseChannels(request, isProtected())
    const { context, path } = { ...request, context: rest.context }
    // What a shell runs is the business of nobody but the cluster.
    const query = Object.fromEntries(request.query.filter(([name]) => name !== 'command'))
    const recording = recorder?.begin({ context, method: 'GET', path, query, isStream: true })
    return connect(request, { ...rest, link, recording, ended: this.#ending.signal })
  }

  endForChange(): void {
    this.#end('cancelled', 'ContextChanged', 'The kubeconfig says something else of the context now')
  }

  close(): void {
    this.#unsubscribe()
    this.#end('cancelled', 'ContextClosed', 'The context was closed')
  }

  #end(kind: AppErrorBody['kind'], reason: string, why: string): void {
    const ending = this.#ending
    this.#ending = new AbortController()
    const message = `${why}, so the connection was ended.`
    ending.abort(new AppError({ kind, reason, message, context: this.#options.context }))
  }
}
