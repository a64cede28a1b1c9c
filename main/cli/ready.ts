import { AppError } from '../../shared/errors/index.ts'
import type { ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ContextEntry, ContextList } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'

/**
 * The contexts of the given names (or ids), or the current one. Where no kubeconfig was named and
 * none is at the default place: the sample cluster.
 * @throws AppError `gone` for a name nobody has, `badConfig` where several have it
 */
export function chooseContexts(
  { contexts: all, files, missingCurrent }: ContextList,
  names: readonly string[],
): readonly ContextEntry[] {
  if (names.length > 0) return names.map(name => chooseContext(all, name))
  const current = all.find(({ isCurrent }) => isCurrent)
  if (current !== undefined) return [current]
  const real = all.filter(({ origin }) => origin === 'kubeconfig')
  const sample = all.filter(({ origin }) => origin === 'sample')
  // The sample must never be taken for the cluster of a kubeconfig that could not be read.
  const problems = files.flatMap(({ from, path, problem }) =>
    problem === undefined || (from === 'default' && problem.kind === 'gone')
      ? []
      : [`${path}: ${problem.message}`],
  )
  if (real.length === 0 && sample.length > 0 && problems.length === 0) return sample
  const message =
    real.length === 0
      ? 'No kubeconfig has a context.'
      : missingCurrent === undefined
        ? 'No kubeconfig names a current context. Choose one with --context.'
        : `The current context “${missingCurrent}” is in no kubeconfig file. Choose one with --context.`
  throw new AppError({ kind: 'badConfig', message, causes: problems })
}

function chooseContext(all: readonly ContextEntry[], name: string): ContextEntry {
  const found = all.filter(entry => entry.name === name || entry.id === name)
  const [first] = found
  if (first === undefined) {
    throw new AppError({
      kind: 'gone',
      message: `No context is called “${name}”. \`gatehouse contexts\` lists them.`,
    })
  }
  if (found.length === 1) return first
  throw new AppError({
    kind: 'badConfig',
    message: `${found.length} contexts are called “${name}”. Name one by its id (\`gatehouse contexts -o json\`):`,
    causes: found.map(entry => `${entry.id} in ${entry.source}`),
  })
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
