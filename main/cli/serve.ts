import { join } from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import { createEngine } from '../engine.ts'
import {
  browserHostHandlers,
  paced,
  reportUncaught,
  type ServeHost,
  serve,
  wakePace,
} from '../hosts/serve/index.ts'
import { onEnding } from './ending.ts'
import { openBrowser } from './open-browser.ts'
import { addSnapshot } from './snapshot.ts'

export interface ServeCommandOptions {
  readonly kubeconfig?: string
  readonly port: number
  readonly open: boolean
  /** Paths of a dump to list and open. */
  readonly snapshot?: readonly string[]
}

/** Runs the serve host until it is interrupted. */
export async function serveCommand(options: ServeCommandOptions, version: string): Promise<void> {
  const engine = await createEngine({ host: 'serve', version, kubeconfig: options.kubeconfig })
  reportUncaught(engine.log)
  const wake = paced(() => engine.wake(), wakePace, systemClock)
  let host: ServeHost
  // Where the page begins: what was named on the command line is what one wants to see.
  let place = ''
  try {
    if (options.snapshot !== undefined) {
      const { id } = await addSnapshot(engine, options.snapshot)
      await engine.contexts.open(id)
      place = `/c/${encodeURIComponent(id)}/overview`
    }
  } catch (error) {
    await engine.close()
    throw error
  }
  try {
    // dist/main/cli.js beside dist/renderer.
    const page = join(import.meta.dirname, '..', 'renderer')
    const handlers = { ...engine.handlers, ...browserHostHandlers(wake) }
    host = await serve({ handlers, page, port: options.port, log: engine.log })
  } catch (error) {
    await engine.close()
    throw new AppError({
      kind: 'badConfig',
      message: `Gatehouse cannot listen on port ${options.port}: ${error instanceof Error ? error.message : 'unknown'}. Choose another with --port, or leave it out.`,
    })
  }
  const interruption = interrupted()
  console.log('Gatehouse runs until you press Ctrl+C. Its address works once, for one browser window:')
  const address = `${host.address}${place}`
  console.log(address)
  if (options.open) openBrowser(address)
  await interruption
  wake.stop()
  await host.close()
  await engine.close()
}

function interrupted(): Promise<void> {
  return new Promise(resolve => onEnding(() => resolve()))
}
