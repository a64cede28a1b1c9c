import { AppError } from '../../shared/errors/index.ts'
import type { ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ContextEntry, ContextList } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { WrongCommand } from './ending.ts'

/**
 * The contexts of the given names (or ids), or the current one. Where no kubeconfig was named and
 * none is at the default place: the sample cluster.
 * @throws WrongCommand for a name nobody has, or several have, and where there is none to choose
 */
export function chooseContexts(
  { contexts: all, files, missingCurrent }: ContextList,
  names: readonly string[],
): readonly ContextEntry[] {
  // The sample must never be taken for the cluster of a kubeconfig that could not be read.
  const problems = files.flatMap(({ from, path, problem }) =>
    problem === undefined || (from === 'default' && problem.kind === 'gone')
      ? []
      : [
          `${path}: ${problem.kind === 'gone' ? 'There is no such file. Check how it is spelt.' : problem.message}`,
        ],
  )
  if (names.length > 0) return names.map(name => chooseContext(all, name, problems))
  const current = all.find(({ isCurrent }) => isCurrent)
  if (current !== undefined) return [current]
  const real = all.filter(({ origin }) => origin === 'kubeconfig')
  const sample = all.filter(({ origin }) => origin === 'sample')
  if (real.length === 0 && sample.length > 0 && problems.length === 0) return sample
  const message =
    real.length === 0
      ? 'No kubeconfig has a context. Name a file that has one with --kubeconfig, or a dump with --snapshot.'
      : missingCurrent === undefined
        ? 'No kubeconfig names a current context. Choose one with --context.'
        : `The current context “${missingCurrent}” is in no kubeconfig file. Choose one with --context.`
  throw new WrongCommand(message, problems)
}

function chooseContext(
  all: readonly ContextEntry[],
  name: string,
  problems: readonly string[],
): ContextEntry {
  const found = all.filter(entry => entry.name === name || entry.id === name)
  const [first] = found
  if (first === undefined)
    throw new WrongCommand(`No context is called “${name}”. \`gatehouse contexts\` lists them.`, problems)
  if (found.length === 1) return first
  throw new WrongCommand(
    `${found.length} contexts are called “${name}”. Name one by its id (\`gatehouse contexts -o json\`):`,
    found.map(entry => `${entry.id} in ${entry.source}`),
  )
}

/** Waits until the context is connected and its kinds are known. @throws AppError the reason it is not. */
export async function untilReady(api: ApiClient): Promise<void> {
  await settled(api.session.state, ({ phase }) => phase !== 'connecting' && phase !== 'closed')
  const { phase, reason } = api.session.state.get()
  if (phase !== 'ready')
    throw new AppError(reason ?? { kind: 'unreachable', message: `The context is ${phase}.` })
  await settled(api.discovery, ({ readAt, failures }) => readAt > 0 || failures.length > 0)
  const { resources, failures } = api.discovery.get()
  const [failure] = failures
  if (resources.length === 0 && failure !== undefined) throw new AppError(failure.error)
}

function settled<T>(value: ReadonlyObservable<T>, claim: (value: T) => boolean): Promise<void> {
  if (claim(value.get())) return Promise.resolve()
  return new Promise(resolve => {
    const unsubscribe = value.subscribe(next => {
      if (!claim(next)) return
      unsubscribe()
      resolve()
    })
  })
}
