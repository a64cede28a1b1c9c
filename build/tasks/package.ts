// Installers by electron-builder; it downloads Electron’s binary, which needs the internet.
import { bundle } from '../bundle.ts'
import { runPackage } from '../run-tool.ts'

await bundle()
const finished = await runPackage('electron-builder', ['--publish', 'never', ...process.argv.slice(2)])
if (finished.code !== 0) {
  console.error(
    'electron-builder could not finish; its own lines above say why. Where Electron’s binary cannot',
  )
  console.error(
    'be downloaded, no installer can be made: use `npm start`, which then opens the browser host.',
  )
}
process.exit(finished.code)
