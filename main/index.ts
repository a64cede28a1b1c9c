import { join } from 'node:path'
import { app, session } from 'electron'
import { createEngine } from './engine.ts'
import {
  connectWindow,
  followPower,
  lockDown,
  openWindow,
  registerScheme,
  servePage,
} from './hosts/electron/index.ts'

registerScheme()

// dist/main/index.js, in the project as in the packaged app.
const dist = join(import.meta.dirname, '..')

async function start(): Promise<void> {
  await app.whenReady()
  servePage(join(dist, 'renderer'))
  lockDown(app, session.defaultSession)
  const engine = await createEngine({ host: 'electron', version: app.getVersion() })
  followPower(() => engine.wake())
  const open = (): void =>
    connectWindow(openWindow(join(dist, 'preload', 'index.cjs')), engine.handlers, engine.log)
  open()
  app.on('activate', open)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', () => void engine.close())
}

void start()
