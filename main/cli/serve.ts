import { join } from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { createEngine } from '../engine.ts'
import { type ServeHost, serve } from '../hosts/serve/index.ts'
import { openBrowser } from './open-browser.ts'

export interface ServeCommandOptions {
  readonly kubeconfig?: string
  readonly port: number
  readonly open: boolean
}

/** Runs the serve host until it is interrupted. */
export async function serveCommand(options: ServeCommandOptions, version: string): Promise<void> {
  const engine = await createEngine({ host: 'serve', version, kubeconfig: options.kubeconfig })
  let host: ServeHost
  try {
    // dist/main/cli.js beside dist/renderer.
    const page = join(import.meta.dirname, '..', 'renderer')
    host = await serve({ handlers: engine.handlers, page, port: options.port, log: engine.log })
  } catch (error) {
    await engine.close()
    throw new AppError({
      kind: 'badConfig',
      message: `Gatehouse cannot listen on port ${options.port}: ${error instanceof Error ? error.message : 'unknown'}. Choose another with --port, or leave it out.`,
    })
  }
  console.log('Gatehouse runs until you press Ctrl+C. Its address works once, for one browser window:')
  console.log(host.address)
  if (options.open) openBrowser(host.address)
  await interrupted()
  await host.close()
  await engine.close()
}

function interrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
