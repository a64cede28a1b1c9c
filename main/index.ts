import { join } from 'node:path'
import { createEngine } from './engine.ts'
import { runDesktop } from './hosts/electron/index.ts'
import { settingsFolder } from './settings/index.ts'

runDesktop({
  // dist/main/index.js, in the project as in the packaged app.
  dist: join(import.meta.dirname, '..'),
  folder: settingsFolder(process.env, process.platform),
  engine: version => createEngine({ host: 'electron', version }),
})
