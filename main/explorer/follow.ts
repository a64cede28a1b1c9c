import { isAppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { FollowEntry, FollowFrame, OpenState } from '../../shared/ipc/index.ts'
import { type Fields, fieldsOf, textOf } from '../api/index.ts'
import type { ClusterSession } from '../session/index.ts'
import { LineSplitter } from '../watch/index.ts'
import { headOf, sentOf } from './answer.ts'
import { answersSecrets, type Mask, maskedValue } from './masking.ts'
import type { BuiltRequest } from './request.ts'

/** Entries and characters that wait for the page; older ones give way to newer. */
const mostWaiting = 1000
const mostWaitingText = 4_000_000
/** Characters of one entry. */
const longestText = 400_000

export interface FollowOptions {
  readonly clock: Clock
  readonly notify: () => void
  readonly reveal: boolean
  readonly mask: Mask
  /** A mistake of ours, for the log. */
  readonly onBug: (error: unknown) => void
}

/** A watch or a followed log while somebody looks: each frame brings what came since the last. */
export class Follow implements OpenState<unknown, FollowFrame> {
  readonly #request: BuiltRequest
  readonly #options: FollowOptions
  readonly #ended = new AbortController()
  readonly #isSecret: boolean
  #head: Pick<FollowFrame, 'status' | 'headers' | 'warnings' | 'auditId'> = {
    ...{ status: 0, headers: [], warnings: [], auditId: '' },
  }
  #phase: FollowFrame['phase'] = 'connecting'
  #error: FollowFrame['error']
  #waiting: FollowEntry[] = []
  #waitingText = 0
  #total = 0
  #skipped = 0
  #bytes = 0
  #isChanged = true

  constructor(session: ClusterSession, request: BuiltRequest, options: FollowOptions) {
    this.#request = request
    this.#options = options
    this.#isSecret = answersSecrets(request) && !options.reveal
    queueMicrotask(options.notify)
    this.#run(session).catch(options.onBug)
  }

  take(): FollowFrame | undefined {
    if (!this.#isChanged) return undefined
    this.#isChanged = false
    const entries = this.#waiting
    this.#waiting = []
    this.#waitingText = 0
    return {
      ...this.#head,
      ...{ phase: this.#phase, entries, total: this.#total, skipped: this.#skipped, bytes: this.#bytes },
      isMasked: this.#isSecret,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  update(): void {
    // It has no parameters to change.
  }

  close(): void {
    this.#ended.abort()
  }

  async #run(session: ClusterSession): Promise<void> {
    try {
      const response = await session.request({
        ...sentOf(this.#request, this.#ended.signal),
        idleTimeout: null,
      })
      this.#head = headOf(response)
      this.#set('open')
      const isJson = /json/.test(response.headers['content-type'] ?? '')
      const lines = new LineSplitter()
      for await (const chunk of response.body) {
        this.#bytes += chunk.byteLength
        for (const line of lines.push(chunk)) this.#add(line.toString('utf8'), isJson)
      }
      const rest = lines.rest().toString('utf8')
      if (rest !== '') this.#add(rest, isJson)
      this.#set('ended')
    } catch (error) {
      if (this.#ended.signal.aborted) return
      if (!isAppError(error)) throw error
      const { status = 0, warnings = [], auditId = '' } = error.body
      if (this.#phase === 'connecting') this.#head = { status, headers: [], warnings, auditId }
      this.#error = error.body
      this.#set('failed')
    }
  }

  #set(phase: FollowFrame['phase']): void {
    this.#phase = phase
    this.#changed()
  }

  #changed(): void {
    if (this.#ended.signal.aborted) return
    this.#isChanged = true
    this.#options.notify()
  }

  #add(line: string, isJson: boolean): void {
    const entry = {
      ...(isJson ? this.#eventOf(line) : textEntry(line)),
      seq: this.#total++,
      at: this.#options.clock.now(),
    }
    this.#waiting.push(entry)
    this.#waitingText += entry.text.length
    while (this.#waiting.length > mostWaiting || this.#waitingText > mostWaitingText) {
      const gone = this.#waiting.shift()
      if (gone === undefined) break
      this.#waitingText -= gone.text.length
      this.#skipped++
    }
    this.#changed()
  }

  #eventOf(line: string): Omit<FollowEntry, 'seq' | 'at'> {
    const event = parsed(line)
    if (event === null) return textEntry(line)
    const { reveal, mask } = this.#options
    const object = reveal ? event.object : maskedValue(event.object, mask, this.#isSecret)
    return {
      type: textOf(event.type) || 'LINE',
      title: titleOf(fieldsOf(object)),
      resourceVersion: textOf(fieldsOf(fieldsOf(object).metadata).resourceVersion),
      text: JSON.stringify(object ?? null).slice(0, longestText),
    }
  }
}

function parsed(line: string): Fields | null {
  try {
    const value = fieldsOf(JSON.parse(line))
    return typeof value.type === 'string' ? value : null
  } catch {
    return null
  }
}

function textEntry(line: string): Omit<FollowEntry, 'seq' | 'at'> {
  return { type: 'LINE', title: '', resourceVersion: '', text: line.slice(0, longestText) }
}

/** A table of an event has one row, which names its object. */
function titleOf(object: Fields): string {
  const [row] = Array.isArray(object.rows) ? object.rows : []
  const own = row === undefined ? object : fieldsOf(fieldsOf(row).object)
  const { name, namespace } = fieldsOf(own.metadata)
  const kind = row === undefined ? textOf(object.kind) : 'Row'
  if (textOf(name) === '') return kind
  return `${kind} ${textOf(namespace) === '' ? '' : `${textOf(namespace)}/`}${textOf(name)}`.trim()
}
