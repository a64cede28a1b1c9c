import type { ContextEntry } from '../../shared/ipc/index.ts'
import { createEngine } from '../engine.ts'
import { alignColumns } from './columns.ts'

export interface ContextsOptions {
  readonly kubeconfig?: string
  readonly output: 'table' | 'json'
}

/** Prints every context of every kubeconfig file, those with a problem too, and the listed dumps. Contacts none. */
export async function listContexts(options: ContextsOptions, version: string): Promise<void> {
  const engine = await createEngine({ host: 'serve', version, kubeconfig: options.kubeconfig })
  const { contexts, files, missingCurrent } = engine.kubeconfig.list.get()
  const entries = contexts.filter(({ origin }) => origin !== 'sample')
  if (options.output === 'json') console.log(JSON.stringify({ contexts: entries, files }, null, 2))
  else if (entries.length > 0) {
    for (const line of alignColumns(header, entries.map(cellsOf))) console.log(line)
  }
  for (const { path, from, problem } of files) {
    // Having no kubeconfig at the default place is no problem; the last line says what then.
    if (problem !== undefined && from !== 'default') console.error(`${path}: ${problem.message}`)
  }
  if (missingCurrent !== undefined)
    console.error(`The current context “${missingCurrent}” is in no kubeconfig file.`)
  if (entries.length === 0)
    console.error('There is no context in any kubeconfig file. `gatehouse serve` opens the sample cluster.')
  await engine.close()
}

const header = ['CURRENT', 'NAME', 'CLUSTER', 'SERVER', 'USER', 'SIGN-IN', 'NAMESPACE', 'FILE', 'PROBLEM']

function cellsOf(entry: ContextEntry): readonly string[] {
  return [
    entry.isCurrent ? '*' : '',
    entry.name,
    entry.cluster,
    entry.server,
    entry.user,
    entry.signIn.type === 'exec' ? `exec ${entry.signIn.command}` : entry.signIn.type,
    entry.namespace,
    entry.source,
    entry.problem?.message ??
      (entry.needsConsent ? 'uses credentials of another file: open it in the app to agree' : ''),
  ]
}
