import type { Command } from 'commander'
import type { SchemaField, SchemaPlace } from '../../shared/ipc/index.ts'
import { parseApiVersion, visibleText } from '../../shared/kube/index.ts'
import { WrongCommand } from './ending.ts'
import { explainText } from './explainText.ts'
import { findKind } from './kinds.ts'
import { type OpenedSource, type SourceOptions, withSource } from './session.ts'

interface ExplainOptions extends SourceOptions {
  readonly apiVersion?: string
  readonly recursive: boolean
}

export function addExplain(program: Command, version: string, source: (command: Command) => Command): void {
  source(
    program
      .command('explain')
      .description('tell what a kind or one of its fields is made of, as the server publishes it')
      .argument('<kind.path>', 'a kind, and behind it the path of a field: deployments.spec.strategy'),
  )
    .option(
      '--api-version <version>',
      'group and version of the kind, e.g. apps/v1; default: the preferred one',
    )
    .option('--recursive', 'name every field inside, without documentation', false)
    .action((asked: string, options: ExplainOptions) =>
      withSource(options, version, source => explain(source, asked, options)),
    )
}

/** @throws AppError `gone` where the server has no such kind or field */
async function explain(source: OpenedSource, asked: string, options: ExplainOptions): Promise<void> {
  const { info, path } = kindAndPath(source, asked, options.apiVersion)
  const { group, version, kind } = info
  const place = await source.engine.handlers['explorer.fields'](
    { context: source.entry.id, group, version, kind, path: [...path] },
    source.ended,
  )
  const head = { group, version, kind }
  const inside = options.recursive ? await everyField(source, head, place) : null
  console.log(visibleText(explainText(head, place, inside)).trimEnd())
}

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The kind may have its group behind it, which has dots too: the longest name that is a kind counts. */
function kindAndPath(
  { api }: OpenedSource,
  asked: string,
  apiVersion: string | undefined,
): { readonly info: Kind; readonly path: readonly string[] } {
  const segments = asked.split('.')
  if (segments.some(segment => segment === '')) throw new WrongCommand(`“${asked}” has an empty part.`)
  const wanted = apiVersion === undefined ? null : parseApiVersion(apiVersion)
  for (let count = segments.length; count > 1; count--) {
    const name = segments.slice(0, count).join('.')
    const found = tried(() => findKind(api, name))
    if (found !== null) return { info: inVersion(found, wanted), path: segments.slice(count) }
  }
  return { info: inVersion(findKind(api, segments[0] ?? ''), wanted), path: segments.slice(1) }

  function inVersion(found: Kind, gv: typeof wanted): Kind {
    if (gv === null) return found
    const served = api.discovery
      .get()
      .resources.find(one => one.group === gv.group && one.version === gv.version && one.kind === found.kind)
    if (served !== undefined) return served
    throw new WrongCommand(`The server does not serve ${found.kind} in ${apiVersion}.`)
  }
}

function tried<T>(find: () => T): T | null {
  try {
    return find()
  } catch {
    return null
  }
}

/** Fields told with `--recursive`, at most. */
const mostFields = 5000

/** Fields inside a place with their depth; what holds itself is not gone into. */
async function everyField(
  source: OpenedSource,
  { group, version, kind }: Kind,
  place: SchemaPlace,
): Promise<readonly { readonly depth: number; readonly field: SchemaField }[]> {
  const found: { depth: number; field: SchemaField }[] = []
  const add = async (fields: readonly SchemaField[], depth: number): Promise<void> => {
    for (const field of fields) {
      if (found.length >= mostFields) return
      found.push({ depth, field })
      if (!field.hasFields || field.isRecursive) continue
      const inner = await source.engine.handlers['explorer.fields'](
        { context: source.entry.id, group, version, kind, path: [...field.path] },
        source.ended,
      )
      await add(inner.fields, depth + 1)
    }
  }
  await add(place.fields, 0)
  return found
}
