import { isAppError } from '../../shared/errors/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { Engine } from '../engine.ts'
import { WrongCommand } from './ending.ts'

/** Lists the paths of a command line as one context, until the program ends. @throws WrongCommand for a path that is not there */
export async function addSnapshot(engine: Engine, paths: readonly string[]): Promise<ContextEntry> {
  try {
    const context = await engine.dumps.add(paths, { isRemembered: false })
    const entry = engine.kubeconfig.find(context)
    if (entry === null) throw new Error('a dump was added and is not listed')
    return entry
  } catch (error) {
    if (isAppError(error) && error.body.kind === 'invalid') throw new WrongCommand(error.body.message)
    throw error
  }
}

const mostTold = 10

/** Tells on standard error what of an opened dump could not be read. */
export function tellProblems(engine: Engine, { id }: ContextEntry): void {
  const snapshot = engine.dumps.list.get().find(({ context }) => context === id)
  if (snapshot === undefined || snapshot.problemCount === 0) return
  for (const { file, line, message } of snapshot.problems.slice(0, mostTold))
    console.error(`${file}${line === undefined ? '' : `:${line}`}: ${message}`)
  const more = snapshot.problemCount - mostTold
  if (more > 0) console.error(`… and ${more.toLocaleString('en')} more problems.`)
}
