import { AppError } from '../../shared/errors/index.ts'
import type { KeyValue } from '../../shared/ipc/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import { podSpecOf } from '../../shared/relations/index.ts'
import { counted } from '../../shared/words/index.ts'
import { needsKind } from './kinds.ts'
import { listIfReadable } from './listing.ts'
import { checkKeys } from './metadata.ts'
import { at, listAt, textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

/** Bytes of all values together. Source: kubernetes, pkg/apis/core, MaxSecretSize. */
const mostBytes = 1024 * 1024

type Changes = Readonly<Record<string, Uint8Array | null>>

/** Keys with sizes and forms, in the order of their names; no value. @throws AppError for other kinds */
export function keysOf(target: Target): readonly KeyValue[] {
  const isSecret = target.kind === 'Secret'
  return [...valuesOf(target)]
    .map(([key, bytes]) => ({
      key,
      bytes: bytes.byteLength,
      form: textOrNull(bytes) === null ? ('binary' as const) : ('text' as const),
      isSecret,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** @throws AppError `gone` where there is no such key */
export function valueOfKey(target: Target, key: string): Uint8Array {
  const value = valuesOf(target).get(key)
  if (value !== undefined) return value
  throw new AppError({
    kind: 'gone',
    resource: nameOf(target.kind, target.ref),
    message: `There is no key ${JSON.stringify(key)} in ${nameOf(target.kind, target.ref)}.`,
  })
}

function valuesOf({ kind, ref, object }: Target): ReadonlyMap<string, Uint8Array> {
  if (ref.resource.group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret'))
    throw refusal('WrongKind', `Only ConfigMaps and Secrets have keys. ${kind} is none of these.`)
  const values = new Map<string, Uint8Array>()
  const read = (field: 'data' | 'binaryData', encoding: 'utf8' | 'base64'): void => {
    const entries = object[field]
    if (!isMapping(entries)) return
    for (const [key, value] of Object.entries(entries))
      values.set(key, new Uint8Array(Buffer.from(typeof value === 'string' ? value : '', encoding)))
  }
  read('data', kind === 'Secret' ? 'base64' : 'utf8')
  if (kind === 'ConfigMap') read('binaryData', 'base64')
  return values
}

/** Text of bytes that are UTF-8 throughout, and give the same bytes back; a BOM belongs to it. */
function textOrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Sets and removes keys, bytes as they are; other keys stay. */
export async function planKeys(setup: Setup, targets: Targets, set: Changes): Promise<PlannedOperation> {
  needsKind(setup, ['/ConfigMap', '/Secret'], 'Only ConfigMaps and Secrets have keys.')
  const keys = Object.keys(set)
  if (keys.length === 0) throw refusal('NothingToDo', 'Say which keys to set or to remove.')
  checkKeys(keys)
  const requests = forEachTarget(setup, targets, 'change keys of', target => {
    checkChange(target, set)
    const title = `${verbFor(keys, set)} of ${nameOf(target.kind, target.ref)}`
    return patchOf(target, title, 'merge', {
      // Another writer may have changed the same key.
      metadata: { resourceVersion: target.object.metadata.resourceVersion },
      ...(target.kind === 'Secret' ? secretPatch(set) : configPatch(target, set)),
    })
  })
  return {
    title: titleOf('Change keys of', setup, refsOf(targets)),
    requests,
    consequences: await users(setup, targets.found),
  }
}

function verbFor(keys: readonly string[], set: Changes): string {
  const isRemoval = keys.every(key => set[key] === null)
  return `${isRemoval ? 'remove' : 'set'} ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ` and ${keys.length - 5} more` : ''}`
}

/** @throws AppError for what the server would refuse */
function checkChange(target: Target, set: Changes): void {
  const name = nameOf(target.kind, target.ref)
  if (target.object.immutable === true)
    throw refusal('Immutable', `${name} is immutable: it can only be deleted and created anew.`)
  const values = new Map(valuesOf(target))
  const absent = Object.keys(set).filter(key => set[key] === null && !values.has(key))
  if (absent.length > 0) throw refusal('NoKey', `${name} has no key ${absent.join(', ')}.`)
  for (const [key, bytes] of Object.entries(set)) values.set(key, bytes ?? new Uint8Array())
  const bytes = [...values.values()].reduce((sum, value) => sum + value.byteLength, 0)
  if (bytes > mostBytes)
    throw refusal(
      'TooLong',
      `All values of ${name} would have ${bytes} bytes; the server takes ${mostBytes}.`,
    )
}

function secretPatch(set: Changes) {
  const entries = Object.entries(set)
  return { data: Object.fromEntries(entries.map(([key, bytes]) => [key, bytes && base64(bytes)])) }
}

/** Text stands in `data`, all else in `binaryData`; a key is in one of them only. */
function configPatch({ object }: Target, set: Changes) {
  const data: Record<string, string | null> = {}
  const binaryData: Record<string, string | null> = {}
  const isIn = (field: string, key: string): boolean => at(object, field, key) !== undefined
  for (const [key, bytes] of Object.entries(set)) {
    const text = bytes === null ? null : textOrNull(bytes)
    if (text !== null || isIn('data', key)) define(data, key, text)
    if (bytes !== null && text === null) define(binaryData, key, base64(bytes))
    else if (isIn('binaryData', key)) define(binaryData, key, null)
  }
  return {
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(Object.keys(binaryData).length === 0 ? {} : { binaryData }),
  }
}

/** Also where the key is `__proto__`. */
function define(record: Record<string, string | null>, key: string, value: string | null): void {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** Pods that read a ConfigMap or Secret: once when a container starts, or from a volume that follows it. */
export async function podsReading(
  setup: Setup,
  target: Target,
): Promise<{ readonly atStart: readonly Target[]; readonly mounted: readonly Target[] }> {
  const { found } = await listIfReadable(
    setup,
    { group: '', kind: 'Pod' },
    { namespace: target.ref.namespace },
  )
  const atStart = found.filter(pod => readsAtStart(pod, target))
  return { atStart, mounted: found.filter(pod => mounts(pod, target) && !atStart.includes(pod)) }
}

/** When those who read it see the change. */
async function users(setup: Setup, targets: readonly Target[]) {
  const [target] = targets
  if (target === undefined || targets.length > 1) return []
  const { atStart, mounted } = await podsReading(setup, target)
  const isOne = { atStart: atStart.length === 1, mounted: mounted.length === 1 }
  return [
    ...(atStart.length === 0
      ? []
      : [
          consequence(
            'warning',
            `${counted(atStart.length, 'pod')} ${isOne.atStart ? 'reads' : 'read'} it in the environment or by subPath, and ${isOne.atStart ? 'sees' : 'see'} the change only when made anew.`,
            atStart,
          ),
        ]),
    ...(mounted.length === 0
      ? []
      : [
          consequence(
            'info',
            `${counted(mounted.length, 'pod')} ${isOne.mounted ? 'mounts' : 'mount'} it and ${isOne.mounted ? 'sees' : 'see'} the change within about a minute.`,
            mounted,
          ),
        ]),
  ]
}

function readsAtStart({ object }: Target, target: Target): boolean {
  const spec = podSpecOf(object)
  const [from, key] =
    target.kind === 'Secret' ? ['secretRef', 'secretKeyRef'] : ['configMapRef', 'configMapKeyRef']
  const volumes = volumesOf(spec, target)
  return ['initContainers', 'containers'].some(list =>
    listAt(spec, list).some(
      container =>
        listAt(container, 'envFrom').some(source => textAt(source, from, 'name') === target.ref.name) ||
        listAt(container, 'env').some(one => textAt(one, 'valueFrom', key, 'name') === target.ref.name) ||
        listAt(container, 'volumeMounts').some(
          mount =>
            volumes.includes(textAt(mount, 'name')) &&
            textAt(mount, 'subPath') + textAt(mount, 'subPathExpr') !== '',
        ),
    ),
  )
}

function mounts({ object }: Target, target: Target): boolean {
  return volumesOf(podSpecOf(object), target).length > 0
}

function volumesOf(spec: unknown, { kind, ref }: Target): readonly string[] {
  const isIt = (source: unknown): boolean =>
    kind === 'Secret'
      ? textAt(source, 'secret', 'secretName') === ref.name || textAt(source, 'secret', 'name') === ref.name
      : textAt(source, 'configMap', 'name') === ref.name
  return listAt(spec, 'volumes')
    .filter(volume => isIt(volume) || listAt(volume, 'projected', 'sources').some(isIt))
    .map(volume => textAt(volume, 'name'))
}
