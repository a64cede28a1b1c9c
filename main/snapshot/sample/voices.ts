/** What the containers of the sample write. A voice is the same for the same random numbers. */
export interface Voice {
  /** Milliseconds from one word to the next. */
  readonly period: number
  /** Lines at the start of a run. */
  readonly begin: (say: Saying) => readonly string[]
  /** Lines that come again and again. */
  readonly goOn: (say: Saying) => readonly string[]
  /** Last lines of a run that fails. */
  readonly fail?: (say: Saying) => readonly string[]
}

export interface Saying {
  /** Numbers in [0, 1). */
  readonly random: () => number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly pod: string
}

const pick = <T>({ random }: Saying, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)] as T
const number = ({ random }: Saying, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))
const hex = (say: Saying, length: number): string =>
  Array.from({ length }, () => number(say, 0, 15).toString(16)).join('')
const iso = (now: number): string => new Date(now).toISOString()
const address = (say: Saying): string => `10.42.${number(say, 1, 3)}.${number(say, 11, 60)}`

const products = [
  'lantern-brass',
  'deck-chair',
  'signal-flare',
  'anchor-small',
  'sea-chart',
  'rope-12mm',
] as const
const paths = [
  '/',
  '/products/lantern-brass',
  '/cart',
  '/search?q=rope',
  '/assets/app.4f1c.js',
  '/api/cart/items',
] as const
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15',
  'kube-probe/1.36',
] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** An access line as nginx writes it, and now and then one of its errors. */
const nginx: Voice = {
  period: 1500,
  begin: ({ now }) => [
    '/docker-entrypoint.sh: Configuration complete; ready for start up',
    `${slashed(now)} [notice] 1#1: nginx/1.29.3`,
    `${slashed(now)} [notice] 1#1: start worker processes`,
  ],
  goOn: say => {
    const status = pick(say, [200, 200, 200, 200, 200, 304, 304, 404, 499, 502])
    const path = pick(say, paths)
    const when = new Date(say.now)
    const stamp = `${String(when.getUTCDate()).padStart(2, '0')}/${months[when.getUTCMonth()]}/${when.getUTCFullYear()}:${iso(say.now).slice(11, 19)} +0000`
    const line = `${address(say)} - - [${stamp}] "GET ${path} HTTP/1.1" ${status} ${number(say, 0, 42_000)} "-" "${pick(say, agents)}" ${(say.random() * 0.4).toFixed(3)}`
    if (status !== 502) return [line]
    return [
      `${slashed(say.now)} [error] 29#29: *${number(say, 1000, 99_999)} connect() failed (111: Connection refused) while connecting to upstream, client: ${address(say)}, server: shop, request: "GET ${path} HTTP/1.1", upstream: "http://10.96.21.64:8080${path}"`,
      line,
    ]
  },
}

const slashed = (now: number): string => iso(now).slice(0, 19).replaceAll('-', '/').replace('T', ' ')

function klogLine(say: Saying, letter: 'I' | 'W' | 'E', file: string, text: string): string {
  const at = iso(say.now)
  const head = `${letter}${at.slice(5, 7)}${at.slice(8, 10)} ${at.slice(11, 23)}000`
  return `${head}       1 ${file}] ${text}`
}

/** A controller of Kubernetes in Go. */
const klog: Voice = {
  period: 7000,
  begin: say => [
    klogLine(say, 'I', 'main.go:71', '"Starting" version="v1.36.3" goVersion="go1.26.1"'),
    klogLine(say, 'I', 'shared_informer.go:350', '"Waiting for caches to sync" controller="config"'),
    klogLine(say, 'I', 'shared_informer.go:357', '"Caches are synced" controller="config"'),
  ],
  goOn: say => {
    const object = `${pick(say, ['shop', 'payments', 'platform'])}/${pick(say, ['web', 'cart', 'gateway', 'ledger'])}`
    switch (number(say, 0, 9)) {
      case 0:
        return [
          klogLine(
            say,
            'W',
            'reflector.go:569',
            `k8s.io/client-go/informers/factory.go:160: watch of *v1.EndpointSlice ended with: too old resource version: ${number(say, 480_000, 490_000)} (481516)`,
          ),
        ]
      case 1:
        return [
          klogLine(
            say,
            'E',
            'controller.go:142',
            `"Reconciler error" err="Operation cannot be fulfilled on deployments.apps: the object has been modified; please apply your changes to the latest version" object="${object}" reconcileID="${hex(say, 8)}"`,
          ),
        ]
      default:
        return [
          klogLine(
            say,
            'I',
            'controller.go:98',
            `"Reconciled" object="${object}" duration="${number(say, 2, 80)}ms"`,
          ),
        ]
    }
  },
}

/** JSON lines as pino writes them: levels are numbers. */
const pino: Voice = {
  period: 2500,
  begin: say => [pinoLine(say, 30, 'server listening', { port: 8080 })],
  goOn: say => {
    const req = { id: hex(say, 12), method: pick(say, ['GET', 'POST', 'PUT']), url: '/api/cart/items' }
    const res = { statusCode: pick(say, [200, 200, 200, 201, 409]) }
    switch (number(say, 0, 11)) {
      case 0:
        return [
          pinoLine(say, 50, 'could not reserve stock', {
            req,
            err: { type: 'TimeoutError', message: 'catalog did not answer in 2000 ms' },
          }),
        ]
      case 1:
        return [pinoLine(say, 40, 'retrying', { req, attempt: 2 })]
      case 2:
        return [pinoLine(say, 20, 'cache miss', { key: `cart:${hex(say, 6)}` })]
      default:
        return [pinoLine(say, 30, 'request completed', { req, res, responseTime: number(say, 3, 240) })]
    }
  },
}

function pinoLine({ now, pod }: Saying, level: number, msg: string, more: object): string {
  return JSON.stringify({ level, time: now, pid: 1, hostname: pod, ...more, msg })
}

/** JSON lines as zap writes them: levels are words. */
const zap: Voice = {
  period: 3500,
  begin: say => [zapLine(say, 'info', 'catalog/main.go:41', 'listening', { addr: ':8080' })],
  goOn: say => {
    const product = pick(say, products)
    switch (number(say, 0, 9)) {
      case 0:
        return [
          zapLine(say, 'error', 'catalog/store.go:203', 'query failed', {
            error: 'context deadline exceeded',
            product,
            trace_id: hex(say, 16),
          }),
        ]
      case 1:
        return [
          zapLine(say, 'warn', 'catalog/store.go:188', 'slow query', {
            product,
            elapsed_ms: number(say, 500, 2400),
          }),
        ]
      default:
        return [
          zapLine(say, 'info', 'catalog/http.go:77', 'served', { product, elapsed_ms: number(say, 1, 60) }),
        ]
    }
  },
}

function zapLine({ now }: Saying, level: string, caller: string, msg: string, more: object): string {
  return JSON.stringify({ level, ts: iso(now), caller, msg, ...more })
}

const javaTrace = [
  'java.util.concurrent.TimeoutException: shard search_products[2] did not answer within 1500 ms',
  '\tat example.lanternfish.search.ShardClient.await(ShardClient.java:118)',
  '\tat example.lanternfish.search.QueryPhase.collect(QueryPhase.java:64)',
  '\tat java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1144)',
  '\tat java.base/java.lang.Thread.run(Thread.java:1583)',
  'Caused by: java.net.SocketTimeoutException: Read timed out',
  '\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)',
  '\t... 12 more',
]

const javaLine = ({ now }: Saying, level: string, logger: string, text: string): string =>
  `${iso(now).slice(0, 23).replace('T', ' ')} ${level.padStart(5)} 1 --- [search] ${logger.padEnd(40)} : ${text}`

/** A Java service, with a stack trace now and then. */
const java: Voice = {
  period: 5000,
  begin: say => [
    javaLine(
      say,
      'INFO',
      'e.lanternfish.search.SearchApplication',
      'Starting SearchApplication using Java 21.0.9',
    ),
    javaLine(
      say,
      'INFO',
      'e.lanternfish.search.SearchApplication',
      'Started SearchApplication in 6.214 seconds',
    ),
  ],
  goOn: say => {
    if (say.random() < 0.06)
      return [javaLine(say, 'ERROR', 'e.lanternfish.search.QueryPhase', 'Query failed'), ...javaTrace]
    if (say.random() < 0.15)
      return [
        javaLine(
          say,
          'WARN',
          'e.lanternfish.search.MergePolicy',
          `Merging ${number(say, 3, 12)} segments took ${number(say, 900, 4000)} ms`,
        ),
      ]
    return [
      javaLine(
        say,
        'INFO',
        'e.lanternfish.search.QueryLog',
        `q="${pick(say, products)}" hits=${number(say, 0, 300)} took=${number(say, 4, 190)}ms`,
      ),
    ]
  },
}

/** logfmt, as many Go services write it. */
const logfmt: Voice = {
  period: 2000,
  begin: ({ now }) => [`time=${iso(now)} level=INFO msg="gateway ready" port=8443 version=4.1.1`],
  goOn: say => {
    const payment = `pay_${hex(say, 10)}`
    switch (number(say, 0, 9)) {
      case 0:
        return [
          `time=${iso(say.now)} level=ERROR msg="capture failed" payment=${payment} provider=tidepay code=card_declined`,
        ]
      case 1:
        return [
          `time=${iso(say.now)} level=WARN msg="provider slow" provider=tidepay elapsed=${number(say, 900, 2800)}ms`,
        ]
      case 2:
        return [`time=${iso(say.now)} level=DEBUG msg="idempotency key seen before" key=${hex(say, 16)}`]
      default:
        return [
          `time=${iso(say.now)} level=INFO msg="payment captured" payment=${payment} amount=${number(say, 500, 99_000)} currency=EUR elapsed=${number(say, 40, 420)}ms`,
        ]
    }
  },
}

/** A database that tells its checkpoints. */
const database: Voice = {
  period: 12_000,
  begin: ({ now }) => [
    `${iso(now).replace('T', ' ').replace('Z', '')} UTC [1] LOG:  starting ledger 8.3.1, 64-bit`,
    `${iso(now).replace('T', ' ').replace('Z', '')} UTC [1] LOG:  database system is ready to accept connections`,
  ],
  goOn: say => {
    const head = `${iso(say.now).replace('T', ' ').replace('Z', '')} UTC [${number(say, 30, 90)}]`
    if (say.random() < 0.12)
      return [
        `${head} ERROR:  deadlock detected`,
        `${head} DETAIL:  Process ${number(say, 30, 60)} waits for ShareLock on transaction ${number(say, 9_000_000, 9_100_000)}.`,
      ]
    return [
      `${head} LOG:  checkpoint complete: wrote ${number(say, 20, 900)} buffers (${(say.random() * 3).toFixed(1)}%); write=${number(say, 2, 27)}.${number(say, 100, 999)} s`,
    ]
  },
}

const colors: Readonly<Record<string, number>> = { info: 32, warn: 33, error: 31, debug: 36 }

/** Colours as terminals have them. */
const colored: Voice = {
  period: 6000,
  begin: ({ now }) => [
    `\u001b[1mLog Agent v3.2.0\u001b[0m`,
    `[${iso(now)}] [\u001b[32m info\u001b[0m] [engine] started (pid=1)`,
  ],
  goOn: say => {
    const level = pick(say, ['info', 'info', 'info', 'info', 'warn', 'debug', 'error'])
    const text = {
      info: `[input:tail] inotify_fs_add(): inode=${number(say, 10_000, 99_999)} watch_fd=${number(say, 1, 60)} name=/var/log/containers/${pick(say, ['web', 'cart', 'gateway'])}.log`,
      warn: `[engine] failed to flush chunk '1-${hex(say, 8)}', retry in ${number(say, 5, 30)} seconds`,
      debug: `[output:http] ${number(say, 20, 400)} records sent`,
      error: '[output:http] logs.lanternfish.example:443, HTTP status=\u001b[1m503\u001b[22m',
    }[level]
    return [`[${iso(say.now)}] [\u001b[${colors[level]}m${level.padStart(5)}\u001b[0m] ${text}`]
  },
}

/** The queries of the cluster's DNS. */
const dns: Voice = {
  period: 9000,
  begin: () => [
    '.:53',
    '[INFO] plugin/reload: Running configuration SHA512 = 5a9c1f',
    'CoreDNS-1.12.1',
    'linux/amd64, go1.26.1, 707c7c1',
  ],
  goOn: say => {
    if (say.random() < 0.08)
      return [
        `[ERROR] plugin/errors: 2 tide.example. A: read udp ${address(say)}:${number(say, 30_000, 60_000)}->10.20.0.1:53: i/o timeout`,
      ]
    return [
      `[INFO] ${address(say)}:${number(say, 30_000, 60_000)} - ${number(say, 1, 65_535)} "A IN ${pick(say, ['catalog', 'ledger', 'search'])}.shop.svc.cluster.local. udp 53 false 512" NOERROR qr,aa,rd 104 0.000${number(say, 100, 400)}s`,
    ]
  },
}

/** A job that shows how far it is, as programs do on a terminal. */
const job: Voice = {
  period: 1000,
  begin: () => ['\u001b[36m==>\u001b[0m reading the queue'],
  goOn: say => [
    [0, 25, 50, 75, 100]
      .map(done => `processing batch ${number(say, 100, 999)} ${String(done).padStart(3)} %`)
      .join('\r'),
  ],
}

/** Fails at its start each time: the model is not where it is looked for. */
const failing: Voice = {
  period: 600,
  begin: say => [
    javaLine(say, 'INFO', 'e.lanternfish.fraud.FraudCheck', 'Starting FraudCheck v0.22.0'),
    javaLine(say, 'INFO', 'e.lanternfish.fraud.ModelLoader', 'Loading model from /models/v7'),
  ],
  goOn: () => [],
  fail: say => [
    javaLine(say, 'ERROR', 'e.lanternfish.fraud.FraudCheck', 'Could not start'),
    'java.io.FileNotFoundException: /models/v7/weights.bin (No such file or directory)',
    '\tat java.base/java.io.FileInputStream.open0(Native Method)',
    '\tat example.lanternfish.fraud.ModelLoader.read(ModelLoader.java:52)',
    '\tat example.lanternfish.fraud.FraudCheck.main(FraudCheck.java:31)',
  ],
}

const voices: ReadonlyMap<string, Voice> = new Map([
  ['web', nginx],
  ['cart', pino],
  ['catalog', zap],
  ['search', java],
  ['gateway', logfmt],
  ['ledger', database],
  ['log-agent', colored],
  ['coredns', dns],
  ['thumbnails', job],
  ['settle', job],
  ['fraud-check', failing],
])

/** How the container of a name writes; controllers in Go are the rule. */
export function voiceOf(container: string): Voice {
  return voices.get(container) ?? klog
}
