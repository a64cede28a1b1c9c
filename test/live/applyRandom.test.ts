/** Server-side apply as it is predicted here, held against the dry run of a real server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consentTo } from '../../main/session/index.ts'
import { withDefaults } from '../../shared/admission/defaults/index.ts'
import { predictApply, serverPath } from '../../shared/apply/index.ts'
import { changesOf, compare, type Shape, shapeOfSchema } from '../../shared/diff/index.ts'
import { AppError } from '../../shared/errors/index.ts'
import { type KubeObject, type ObjectRef, parseApiVersion } from '../../shared/kube/index.ts'
import { kinds, managers, namespace, thingDefinition } from './applyRandom.ts'
import { figure } from './figures.ts'
import { type EngineUnderTest, startEngine } from './operationsEngine.ts'
import { Draw } from './patchRandom.ts'

const seed = Number(process.env.APPLY_SEED ?? 20_260)
const count = Number(process.env.APPLY_COUNT ?? 200)
/** Dry runs of one object between two real writes to it. */
const editsOfObject = 10

let test: EngineUnderTest

beforeAll(async () => {
  test = await startEngine()
  await test.cluster.apply(
    JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
  )
  await test.cluster.apply(JSON.stringify(thingDefinition))
  await test.cluster.kubectl([
    'wait',
    '--for=condition=Established',
    'crd/things.apply.example',
    '--timeout=60s',
  ])
})
afterAll(() => test?.stop())

type Answer = { readonly object: KubeObject } | { readonly error: AppError }

interface Sending {
  readonly manager: string
  readonly force: boolean
  readonly isDryRun: boolean
  readonly method?: 'PATCH' | 'PUT' | 'POST'
}

async function send(
  ref: ObjectRef,
  object: KubeObject,
  { manager, force, isDryRun, method = 'PATCH' }: Sending,
): Promise<Answer> {
  const { group, version, resource } = ref.resource
  const request = {
    method,
    path: `/${group === '' ? 'api' : `apis/${group}`}/${version}/namespaces/${ref.namespace}/${resource}${method === 'POST' ? '' : `/${ref.name}`}`,
    query: {
      fieldManager: manager,
      ...(method === 'PATCH' ? { force } : {}),
      ...(isDryRun ? { dryRun: 'All' } : {}),
    },
    contentType: method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
    body: JSON.stringify(object),
    purpose: 'apply at random',
  }
  const { session } = test.engine.contexts.get(test.context)
  try {
    const answer = await session.request(
      isDryRun ? request : { ...request, consent: consentTo(request, request.purpose) },
    )
    return { object: (await answer.json()) as KubeObject }
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

const shapes = new Map<string, Shape>()

async function shapeOf({ apiVersion, kind }: KubeObject): Promise<Shape> {
  const known = shapes.get(kind)
  if (known !== undefined) return known
  const api = test.engine.contexts.get(test.context)
  const of = async (version: string, name: string) => {
    const { group, version: short } = parseApiVersion(version)
    return shapeOfSchema(await api.schema(group, short, name))
  }
  const [shape, pod] = await Promise.all([of(apiVersion, kind), of('v1', 'Pod')])
  const made: Shape = {
    ...shape,
    field: name => (name === 'metadata' ? pod.field('metadata') : shape.field(name)),
  }
  shapes.set(kind, made)
  return made
}

/** The object as the server would show it: defaults in, and nothing of what it counts by itself. */
function shown(object: KubeObject): unknown {
  const { group, version } = parseApiVersion(object.apiVersion)
  const plain = JSON.parse(JSON.stringify(object)) as Record<string, unknown>
  const whole = group.includes('.example')
    ? withThingDefaults(plain)
    : withDefaults({ group, version, kind: object.kind }, plain as never).object
  const {
    metadata,
    status: _status,
    ...rest
  } = JSON.parse(JSON.stringify(whole)) as KubeObject & { status?: unknown }
  const { managedFields: _owners, resourceVersion: _version, generation: _generation, ...kept } = metadata
  return withoutNothing({ ...rest, metadata: kept })
}

/** The one default that the definition of things declares. */
function withThingDefaults(thing: Record<string, unknown>): Record<string, unknown> {
  const { spec } = thing as { readonly spec?: { readonly ports?: readonly object[] } }
  if (!Array.isArray(spec?.ports)) return thing
  return { ...thing, spec: { ...spec, ports: spec.ports.map(port => ({ protocol: 'TCP', ...port })) } }
}

const versionOf = ({ metadata }: KubeObject): string | undefined => metadata.resourceVersion

/** Who owns which fields; times aside, which differ by when each side looked. */
function ownersOf({ metadata }: KubeObject): unknown {
  const entries = (metadata.managedFields ?? []).map(({ time: _time, ...entry }) => entry)
  const name = ({ manager, operation, subresource }: (typeof entries)[number]): string =>
    `${operation} ${manager} ${subresource}`
  return entries.sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

/** Empty mappings and lists, which some storages drop. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, withoutNothing(field)] as const)
      .filter(
        ([, field]) =>
          field !== null && !(typeof field === 'object' && Object.keys(field as object).length === 0),
      ),
  )
}

/** Paths and managers of a refusal, from its message. Source: apimachinery, managedfields/internal/conflict.go. */
function conflictsIn({ message }: AppError): readonly string[] {
  const found: string[] = []
  let manager = ''
  for (const line of message.split('\n')) {
    manager = /conflicts? with "(.*?)"/.exec(line)?.[1] ?? manager
    const path = /(?:^- |: )(\.\S.*)$/.exec(line)?.[1]
    if (path !== undefined) found.push(`${path} ${manager}`)
  }
  return found.sort()
}

it('what is applied and what conflicts is as the server says', {
  timeout: 60_000 + count * 1000,
}, async () => {
  let agreed = 0
  let conflicted = 0
  let refused = 0
  const differences: unknown[] = []
  for (let index = 0; index < count; index += editsOfObject) {
    const draw = new Draw(seed + index)
    const kind = kinds[(index / editsOfObject) % kinds.length] ?? kinds[0]
    const name = `o${index}`
    const ref: ObjectRef = { resource: kind.resource, namespace, name }
    for (let write = 0; write < 3; write++)
      await send(ref, kind.make(draw, name), { manager: draw.of(managers), force: true, isDryRun: false })
    if (draw.isOneIn(2)) {
      const live = await test.get(ref)
      const { managedFields: _owners, ...metadata } = live.metadata
      const changed = { ...kind.make(draw, name), metadata: { ...metadata, labels: { put: 'it' } } }
      await send(
        ref,
        kind.resource.resource === 'services'
          ? { ...live, metadata: { ...metadata, labels: { put: 'it' } } }
          : changed,
        { manager: 'putter', force: false, isDryRun: false, method: 'PUT' },
      )
    }
    let live = await test.get(ref)
    for (let edit = 0; edit < Math.min(editsOfObject, count - index); edit++) {
      const [manager, force, applied] = [draw.of(managers), draw.isOneIn(3), kind.make(draw, name)]
      let answer = await send(ref, applied, { manager, force, isDryRun: true })
      // A controller may have written since the object was read.
      for (let now = await test.get(ref); versionOf(now) !== versionOf(live); now = await test.get(ref)) {
        live = now
        answer = await send(ref, applied, { manager, force, isDryRun: true })
      }
      const shape = await shapeOf(applied)
      const predicted = predictApply({ live, applied, manager, force, shape, now: '2026-01-01T00:00:00Z' })
      const conflicts = predicted.conflicts
        .flatMap(({ path, managers: others }) => others.map(other => `${serverPath(path)} ${other}`))
        .sort()
      if ('error' in answer) {
        const { status } = answer.error.body
        if (status !== 409) refused++
        else conflicted++
        const told = status === 409 ? conflictsIn(answer.error) : []
        if (JSON.stringify(told) === JSON.stringify(conflicts)) agreed++
        else
          differences.push({
            index,
            edit,
            manager,
            force,
            status,
            message: answer.error.message,
            told,
            conflicts,
          })
      } else {
        const [ours, theirs] = [shown(predicted.object), shown(answer.object)]
        const [owned, told] = [ownersOf(predicted.object), ownersOf(answer.object)]
        if (conflicts.length === 0 && same(ours, theirs) && same(owned, told)) agreed++
        else
          differences.push({
            ...{ index, edit, manager, force, conflicts },
            ...(same(ours, theirs) ? {} : { apart: changesOf(compare(ours, theirs)) }),
            ...(same(owned, told) ? {} : { owned, told }),
          })
      }
    }
  }
  figure('apply.predicted', `${agreed}/${count}`, `edits from seed ${seed}`, 'all')
  console.log(`${conflicted} conflicts, ${refused} refused otherwise`)
  expect(differences.slice(0, 3)).toEqual([])
  expect(agreed).toBe(count)
  expect(conflicted).toBeGreaterThan(count / 20)
})

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  )
}
