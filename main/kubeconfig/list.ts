import { createHash } from 'node:crypto'
import type { ContextEntry, KubeconfigFile, Settings } from '../../shared/ipc/index.ts'
import type { Island, JoinedContext } from './islands.ts'
import { signInOf } from './user.ts'

/** Number of colours in the palette of contexts. */
const colours = 12

/** The same name has the same colour on every machine. */
function colourOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) % colours
}

/** What the settings say of a context, whatever it came from. */
export function foldSettings(entry: ContextEntry, settings: Settings): ContextEntry {
  const { lastOpened: _previous, ...rest } = entry
  const lastOpened = settings.lastOpened[entry.id]
  return {
    ...rest,
    isProtected: settings.protectedContexts.some(pattern => matches(pattern, entry.name)),
    colour: settings.colours[entry.id] ?? colourOf(entry.name),
    needsConsent: entry.needsConsent && !settings.consents.includes(entry.id),
    ...(lastOpened === undefined ? {} : { lastOpened }),
  }
}

/** `*` stands for any text, `?` for one character, everything else for itself. */
export function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 'su').test(name)
}

/** The entry of a context before settings are folded in. */
export function entryOf(context: JoinedContext, isCurrent: boolean): ContextEntry {
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
    colour: 0,
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
