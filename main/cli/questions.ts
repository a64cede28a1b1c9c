import type { TraceQuestion } from '../../shared/ipc/index.ts'
import { isMapping, type ResourceInfo } from '../../shared/kube/index.ts'
import { type NoRequest, placeOfField, readManifest } from '../admission/index.ts'
import { WrongCommand } from './ending.ts'
import { nameOfInput } from './input.ts'

export interface QuestionOptions {
  readonly operation: 'create' | 'update' | 'patch' | 'delete' | 'connect'
  readonly resource?: string
  readonly subresource: string
  readonly name: string
  readonly namespace: string
  readonly as?: string
  readonly asGroup: readonly string[]
  readonly assumeWebhooks: TraceQuestion['assumeWebhooks']
}

export type InputObject = Readonly<Record<string, unknown>>

/** One object of a file, and which of its objects it is, from 0. */
export interface PlacedObject {
  readonly object: InputObject
  readonly file: string
  readonly text: string
  readonly index: number
  /** From 1. */
  readonly line: number
}

/** The objects of a file, at least one. @throws WrongCommand with the place where it cannot be read */
export function objectsOfText(text: string, file: string): readonly PlacedObject[] {
  const manifest = readManifest(text)
  if (manifest.type === 'invalid') {
    const { error, line, column } = manifest.problem
    throw new WrongCommand(`${placeIn(file, { line, column })}: ${error.message}`)
  }
  if (manifest.objects.length === 0) throw new WrongCommand(`${nameOfInput(file)}: There is no object in it.`)
  return manifest.objects.map(({ object, line }, index) => ({ object, file, text, index, line }))
}

/** `FILE:LINE:COLUMN`, as far as it is known. */
export function placeIn(
  file: string,
  { line, column }: { readonly line?: number | undefined; readonly column?: number | undefined },
): string {
  return [nameOfInput(file), line, column].filter(part => part !== undefined).join(':')
}

/** Why no request can be made of an object, with the place in its file. */
export function wrongObject({ problem }: NoRequest, placed: PlacedObject | null): WrongCommand {
  const { error, field, line } = problem
  // Where the problem has no line it is not about what the file says.
  if (placed === null || line === undefined) return new WrongCommand(error.message)
  const place = placeOfField(placed.text, placed.index, field ?? '') ?? { line: placed.line }
  return new WrongCommand(`${placeIn(placed.file, place)}: ${error.message}`)
}

/** What a command line asks about one object. @throws WrongCommand for a kind that is not served */
export function questionOf(input: {
  readonly placed: PlacedObject | null
  readonly info: ResourceInfo | null
  readonly old: string | undefined
  readonly options: QuestionOptions
  readonly isDump: boolean
}): TraceQuestion {
  const { placed, info, old, options, isDump } = input
  const object = placed?.object ?? null
  if (info === null) throw new WrongCommand(notServed(placed, options, isDump))
  const { group, version, resource } = info
  return {
    operation: operations[options.operation],
    ...(options.operation === 'patch' ? { isPatch: true } : {}),
    resource: { group, version, resource },
    subresource: options.subresource,
    namespace: options.namespace,
    name: options.name,
    object:
      object !== null
        ? { type: 'text', text: JSON.stringify(object) }
        : options.name === '' || options.operation === 'create' || options.operation === 'connect'
          ? { type: 'unknown' }
          : { type: 'stored' },
    user: options.as === undefined ? null : { username: options.as, groups: [...options.asGroup] },
    assumeWebhooks: options.assumeWebhooks,
    ...(old === undefined ? {} : { old }),
  }
}

const operations = {
  create: 'CREATE',
  update: 'UPDATE',
  patch: 'UPDATE',
  delete: 'DELETE',
  connect: 'CONNECT',
} as const

function notServed(placed: PlacedObject | null, { subresource }: QuestionOptions, isDump: boolean): string {
  if (placed === null) return 'Name a kind with --resource.'
  const who = isDump ? 'The dump holds' : 'The server serves'
  const { apiVersion, kind, metadata } = placed.object
  const at = (field: string): string =>
    placeIn(placed.file, placeOfField(placed.text, placed.index, field) ?? { line: placed.line })
  const named = isMapping(metadata) && typeof metadata.name === 'string' ? ` “${metadata.name}”` : ''
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    return `${at('')}: The object${named} does not say what it is: it needs apiVersion and kind.`
  return subresource === ''
    ? `${at('kind')}: ${who} no ${kind} of ${apiVersion}.`
    : `${at('kind')}: ${who} several resources, or none, with a subresource “${subresource}” that takes ${kind} of ${apiVersion}: name one with --resource.`
}
