import type { LogLevelName } from '../ipc/index.ts'

const words: ReadonlyMap<string, LogLevelName> = new Map<string, LogLevelName>([
  ...(['trace', 'trc', 'finest', 'finer'] as const).map(word => [word, 'trace'] as const),
  ...(['debug', 'dbg', 'debu', 'verbose', 'fine'] as const).map(word => [word, 'debug'] as const),
  ...(['info', 'information', 'informational', 'inf', 'notice', 'log', 'default'] as const).map(
    word => [word, 'info'] as const,
  ),
  ...(['warn', 'warning', 'wrn'] as const).map(word => [word, 'warn'] as const),
  ...(['error', 'err', 'eror', 'severe'] as const).map(word => [word, 'error'] as const),
  ...(['fatal', 'ftl', 'critical', 'crit', 'alert', 'emerg', 'emergency', 'panic', 'dpanic'] as const).map(
    word => [word, 'fatal'] as const,
  ),
])

/** A level tells itself in the beginning of a line, if at all, in characters. */
const headLength = 400
/** How far into a line a bare word may stand. */
const wordsWithin = 120
/** Of a JSON line so much is looked through. */
const jsonWithin = 16_384

const klog = /^[IWEF]\d{4} \d\d:\d\d:\d\d/
const klogLevels: Readonly<Record<string, LogLevelName>> = { I: 'info', W: 'warn', E: 'error', F: 'fatal' }
const logfmt = /(?:^|[\s,{[])(?:level|lvl|severity|loglevel)=["']?([A-Za-z]{2,13})/
const bracketed =
  /[[(<|]\s{0,4}(trace|trc|debug|dbg|info|inf|notice|warn|warning|wrn|error|err|fatal|ftl|critical|crit|alert|emerg|panic)\s{0,6}[\])>|:]/i
const capital =
  /(?:^|[^A-Za-z0-9_./=-])(TRACE|DEBUG|INFO|NOTICE|LOG|WARN|WARNING|ERROR|ERR|SEVERE|FATAL|CRITICAL|PANIC)(?![A-Za-z0-9_./=-])/
/** At the begin, or behind the date and time that a line begins with. */
const leading =
  /^(?:[\dT:.,/+\-Z \t]{0,40})(trace|debug|info|notice|warn|warning|error|fatal|critical|panic)(?::|\s+-\s|\t)/i

/**
 * How grave a line says that it is: klog's letter, `level=` of logfmt, the level of a JSON line (a word, or
 * the number of bunyan and pino), or a word in brackets, in capitals or in front. Null where it says nothing.
 * @param text without terminal codes; its first 16,384 characters are enough
 */
export function levelOf(text: string): LogLevelName | null {
  const first = text.charCodeAt(0)
  if (first === 0x7b) return levelOfJson(text)
  if ((first === 0x20 || first === 0x09) && text.trimStart().startsWith('{')) return levelOfJson(text)
  const head = text.length > headLength ? text.slice(0, headLength) : text
  if (klog.test(head)) return klogLevels[head[0] ?? ''] ?? null
  const [, named] = logfmt.exec(head) ?? []
  if (named !== undefined) return words.get(named.toLowerCase()) ?? null
  return levelOfWords(head.length > wordsWithin ? head.slice(0, wordsWithin) : head)
}

/** Of several words the first counts. */
function levelOfWords(head: string): LogLevelName | null {
  const found = [leading.exec(head), bracketed.exec(head), capital.exec(head)]
  let best: LogLevelName | null = null
  let at = Number.POSITIVE_INFINITY
  for (const match of found) {
    const [whole, word] = match ?? []
    if (match == null || whole === undefined || word === undefined) continue
    const place = match.index + whole.indexOf(word)
    if (place >= at) continue
    at = place
    best = words.get(word.toLowerCase()) ?? null
  }
  return best
}

const levelNames = new Set([
  'level',
  'severity',
  'lvl',
  'log.level',
  'levelname',
  'loglevel',
  'log_level',
  '@level',
  'severity_text',
  'severityText',
  'Level',
  'LEVEL',
])

/** Members of members do not count: `{"request":{"level":3}}` says nothing of the line. */
function levelOfJson(text: string): LogLevelName | null {
  const end = Math.min(text.length, jsonWithin)
  let depth = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const close = closingQuote(text, at + 1, end)
      if (close < 0) return null
      if (depth === 1 && isKey(text, close + 1) && levelNames.has(text.slice(at + 1, close))) {
        const level = levelOfValue(text, close + 1)
        if (level !== null) return level
      }
      at = close
    } else if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
  }
  return null
}

/** Where the text that begins at `from` ends; -1 for one without an end. */
function closingQuote(text: string, from: number, end: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at < end; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (at - 1 - slashes >= from && text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

function isKey(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === 0x20) at++
  return text.charCodeAt(at) === 0x3a
}

const value = /\s{0,8}:\s{0,8}(?:"([A-Za-z]{2,13})"|(\d{1,3})(?![\d.]))/y

function levelOfValue(text: string, from: number): LogLevelName | null {
  value.lastIndex = from
  const [, word, number] = value.exec(text) ?? []
  if (word !== undefined) return words.get(word.toLowerCase()) ?? null
  return number === undefined ? null : levelOfNumber(Number(number))
}

/** As bunyan and pino have them; what lies between two is the lower one. */
function levelOfNumber(number: number): LogLevelName | null {
  if (number < 10 || number > 100) return null
  const names = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
  return names[Math.min(5, Math.floor(number / 10) - 1)] ?? null
}
