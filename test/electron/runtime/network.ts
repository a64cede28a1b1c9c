import { addScheme } from './addresses.ts'
import { KnownEvents, strict } from './strict.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
interface RequestDetails {
  readonly url: string
  readonly method: string
  readonly resourceType: string
}
type Filter = (details: RequestDetails, answer: (result: { readonly cancel?: boolean }) => void) => void
type RequestHandler = (contents: null, permission: string, answer: (isGranted: boolean) => void) => void
type CheckHandler = (contents: null, permission: string, origin: string, details: object) => boolean

const handlers = new Map<string, ProtocolHandler>()
let filter: Filter | null = null
let permissionRequest: RequestHandler | null = null
let permissionCheck: CheckHandler | null = null
let isReady = false

/** From now on it is too late to register schemes. */
export function closeRegistration(): void {
  isReady = true
}

interface SchemeRegistration {
  readonly scheme: string
  readonly privileges: { readonly standard?: boolean; readonly secure?: boolean }
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: readonly SchemeRegistration[]) => {
    if (isReady) throw new Error('Schemes are registered before the app is ready.')
    for (const { scheme, privileges } of schemes) {
      if (privileges.standard !== true || privileges.secure !== true)
        throw new Error('The stand-in for Electron knows standard and secure schemes only.')
      addScheme(scheme)
    }
  },
  handle: (scheme: string, handler: ProtocolHandler) => {
    if (!isReady) throw new Error('Protocols are handled after the app is ready.')
    handlers.set(scheme, handler)
  },
})

class Session extends KnownEvents {
  readonly webRequest = strict('session.webRequest', {
    onBeforeRequest: (listener: Filter) => {
      filter = listener
    },
  })

  constructor() {
    super('session', ['will-download'])
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    permissionRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    permissionCheck = handler
  }

  setDevicePermissionHandler(handler: (details: object) => boolean): void {
    if (handler({ deviceType: 'usb' })) throw new Error('The stand-in for Electron grants no devices.')
  }
}

export const defaultSession = strict('session.defaultSession', new Session())
export const session = strict('session', { defaultSession })

/** What main's handlers say of a permission; both must agree, since the browser asks only one. */
export async function isGranted(permission: string, origin: string): Promise<boolean> {
  const isChecked = permissionCheck === null || permissionCheck(null, permission, origin, {})
  const request = permissionRequest
  if (request === null) return isChecked
  const isGiven = await new Promise<boolean>(resolve => request(null, permission, resolve))
  if (isGiven !== isChecked) throw new Error(`The two permission handlers disagree about ${permission}.`)
  return isGiven
}

/** How a request of the page ends: by main's handler, or refused. There is no network. */
export async function answerRequest(details: RequestDetails): Promise<Response | 'blocked' | 'no network'> {
  const asked = filter
  if (asked !== null) {
    const { cancel } = await new Promise<{ readonly cancel?: boolean }>(resolve => asked(details, resolve))
    if (cancel === true) return 'blocked'
  }
  const handler = handlers.get(new URL(details.url).protocol.replace(':', ''))
  return handler === undefined
    ? 'no network'
    : handler(new Request(details.url, { method: details.method === 'HEAD' ? 'HEAD' : 'GET' }))
}
