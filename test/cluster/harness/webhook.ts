import { request } from 'node:https'

/** One AdmissionReview as it came. */
export interface WebhookRecord {
  readonly time: string
  readonly path: string
  /** The host that the API server called: NAME.NAMESPACE.svc through a Service. */
  readonly host: string
  readonly review: {
    readonly request: {
      readonly uid: string
      readonly operation: string
      readonly name?: string
      readonly namespace?: string
      readonly dryRun?: boolean
      readonly subResource?: string
      readonly resource: { readonly group: string; readonly version: string; readonly resource: string }
      readonly userInfo: { readonly username?: string; readonly groups?: readonly string[] }
      readonly object?: unknown
      readonly oldObject?: unknown
      readonly options?: unknown
    }
  }
}

/** What a webhook answers; the empty answer allows without a change. */
export interface WebhookAnswer {
  readonly allowed?: boolean
  readonly status?: Readonly<Record<string, unknown>>
  readonly patch?: readonly object[]
  /** Sent as the patch, be it one or not. */
  readonly patchRaw?: string
  readonly warnings?: readonly string[]
  readonly auditAnnotations?: Readonly<Record<string, string>>
  readonly delayMillis?: number
  /** Answers with this code and `body`, and with no AdmissionReview. */
  readonly httpStatus?: number
  readonly body?: string
}

/** A webhook's clientConfig. */
export interface WebhookClientConfig {
  readonly url?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly port: number
    readonly path?: string
  }
  /** The authority, in base64 as the API wants it. */
  readonly caBundle: string
}

/** The recording webhook server of a cluster. */
export interface Webhook {
  /** https://127.0.0.1:PORT; the path after it says what the webhook does (see the README). */
  readonly url: string
  readonly caPem: string
  /** The host's outer address, or '' on a machine that has loopback only. */
  readonly serviceAddress: string
  readonly servicePort: number
  /** A clientConfig that calls `path` by URL. */
  clientConfig(path: string): WebhookClientConfig
  /** What came, oldest first; of paths that begin with `pathPrefix` if given. */
  requests(pathPrefix?: string): Promise<readonly WebhookRecord[]>
  /** Forgets all requests and all answers that were set. */
  clear(): Promise<void>
  /** From now on answers this path so, whatever its name says. */
  answer(path: string, answer: WebhookAnswer): Promise<void>
  /** Makes a Service that leads here, and returns a clientConfig that calls `path` through it. */
  serviceFor(namespace: string, name: string, path?: string): Promise<WebhookClientConfig>
}

export interface WebhookPlace {
  readonly url: string
  readonly caPem: string
  readonly serviceAddress: string
  readonly servicePort: number
  /** Makes the Service in the cluster. */
  readonly makeService: (namespace: string, name: string) => Promise<void>
}

/** The port of the Services that `webhook-service` makes. */
const servicePortOfCluster = 443

export function connectWebhook(place: WebhookPlace): Webhook {
  const { url, caPem, serviceAddress, servicePort } = place
  const caBundle = Buffer.from(caPem).toString('base64')
  const call = (method: string, path: string, body?: string): Promise<string> =>
    callWebhook(url + path, caPem, method, body)
  return {
    url,
    caPem,
    serviceAddress,
    servicePort,
    clientConfig: path => ({ url: url + path, caBundle }),
    requests: async (pathPrefix = '') =>
      JSON.parse(
        await call('GET', `/_requests?path=${encodeURIComponent(pathPrefix)}`),
      ) as readonly WebhookRecord[],
    clear: async () => {
      await Promise.all([call('DELETE', '/_requests'), call('DELETE', '/_answers')])
    },
    answer: async (path, answer) => {
      await call('PUT', `/_answers?path=${encodeURIComponent(path)}`, JSON.stringify(answer))
    },
    serviceFor: async (namespace, name, path) => {
      await place.makeService(namespace, name)
      return {
        service: { namespace, name, port: servicePortOfCluster, ...(path === undefined ? {} : { path }) },
        caBundle,
      }
    },
  }
}

function callWebhook(url: string, ca: string, method: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, ca, agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('error', reject).once('end', () => {
        if (answer.statusCode === 200) resolve(text)
        else
          reject(new Error(`The webhook server answered ${method} ${url} with ${answer.statusCode}: ${text}`))
      })
    })
    sent.once('error', reject).end(body)
  })
}
