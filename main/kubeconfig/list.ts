import { hash } from 'node:crypto'
import type { ContextEntry, KubeconfigFile, Settings } from '../../shared/ipc/index.ts'
import { matchesName, ownValue } from '../../shared/kube/index.ts'
import type { Island, JoinedContext } from './islands.ts'
import type { Steps } from './turns.ts'
import { signInOf } from './user.ts'

/** Number of colours in the palette of contexts. */
const colours = 12

const knownColours = new Map<string, number>()

/** The same name has the same colour on every machine. Asked for every context at every change. */
function colourOf(name: string): number {
  const known = knownColours.get(name)
  if (known !== undefined) return known
  const colour = hash('sha256', name, 'buffer').readUInt32BE(0) % colours
  knownColours.set(name, colour)
  return colour
}

/** Colours of contexts of one name lie so far apart. Prime to the number of colours: all of them are used. */
const twinStep = 5

/** What the settings say of the contexts, whatever they came from. */
export function foldSettings(entries: readonly ContextEntry[], settings: Settings): readonly ContextEntry[] {
  const twins = new Map<string, number>()
  for (const group of Map.groupBy(entries, ({ name }) => name).values()) {
    // By their ids, so that a file that moves in KUBECONFIG changes no colour.
    for (const [at, id] of group
      .map(entry => entry.id)
      .sort()
      .entries())
      twins.set(id, at)
  }
  return entries.map(entry => foldInto(entry, settings, twins.get(entry.id) ?? 0))
}

/** @param twin its place among the contexts of its name */
function foldInto(entry: ContextEntry, settings: Settings, twin: number): ContextEntry {
  const { lastOpened: _previous, ...rest } = entry
  const lastOpened = ownValue(settings.lastOpened, entry.id)
  return {
    ...rest,
    isProtected: isProtectedBy(settings, entry),
    colour: ownValue(settings.colours, entry.id) ?? (colourOf(entry.name) + twin * twinStep) % colours,
    needsConsent: entry.needsConsent && !settings.consents.includes(entry.id),
    ...(lastOpened === undefined ? {} : { lastOpened }),
  }
}

/** Whether the settings protect a context, by a pattern of names or this one alone. */
export function isProtectedBy(settings: Settings, { id, name }: Pick<ContextEntry, 'id' | 'name'>): boolean {
  return (
    settings.protectedIds.includes(id) ||
    settings.protectedContexts.some(pattern => matchesName(pattern, name))
  )
}

/** The entries of contexts before settings are folded in. */
export function* listing(
  contexts: readonly JoinedContext[],
  current: string | null,
): Steps<readonly ContextEntry[]> {
  const entries: ContextEntry[] = []
  for (const context of contexts) {
    entries.push(entryOf(context, context.id === current))
    yield
  }
  return entries
}

function entryOf(context: JoinedContext, isCurrent: boolean): ContextEntry {
  const question = consentQuestion(context)
  return {
    id: context.id,
    name: context.name,
    source: context.island.path,
    origin: 'kubeconfig',
    cluster: context.clusterName,
    server: context.cluster?.server ?? '',
    user: context.userName,
    signIn: signInOf(context.user),
    namespace: context.namespace,
    isCurrent,
    isProtected: false,
    colour: colourOf(context.name),
    borrowed: context.borrowed,
    needsConsent: question !== '' && context.problem === undefined,
    ...(question === '' ? {} : { consentQuestion: question }),
    ...(context.problem === undefined ? {} : { problem: context.problem }),
  }
}

/**
 * What must be agreed to before the first opening, in one sentence; empty when nothing. The
 * files of KUBECONFIG are the user's own, and kubectl runs their plugins unasked; text that was
 * pasted or added may come from anyone, and a plugin is a program.
 */
function consentQuestion(context: JoinedContext): string {
  const { authentication } = context.user
  if (context.mixesFiles) {
    return `The credentials of ${context.userLabel} would be sent to the server of ${context.clusterLabel}.`
  }
  const isOwn = context.island.from === 'KUBECONFIG' || context.island.from === 'default'
  if (isOwn || authentication.type !== 'exec') return ''
  const { command, args } = authentication.plugin
  return `Opening the context runs the program ${[command, ...args].join(' ')}, which ${context.island.path} names.`
}

/**
 * The context that kubectl would use: the first current-context of its files, in the first file
 * that has it. `id` is null where none is named, or where none of the name is there.
 */
export function currentContext(
  islands: readonly Island[],
  contexts: readonly JoinedContext[],
): { readonly name: string; readonly id: string | null } {
  const own = islands.filter(island => island.from === 'KUBECONFIG' || island.from === 'default')
  const name = own.map(island => island.parsed.currentContext).find(current => current !== '')
  if (name === undefined) return { name: '', id: null }
  return {
    name,
    id: contexts.find(context => context.name === name && own.includes(context.island))?.id ?? null,
  }
}

export function fileOf({ path, from, parsed }: Island): KubeconfigFile {
  const { problem, contexts } = parsed
  return { path, from, contexts: contexts.length, ...(problem === undefined ? {} : { problem }) }
}
