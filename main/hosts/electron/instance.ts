import { app } from 'electron'
import { type Handed, handedBy, parseHanded } from './argv.ts'
import { linkScheme } from './links.ts'

/**
 * Makes this the only instance, or hands what it was started with to the one that runs.
 * @param take told what this start, later starts and the system hand over
 * @param show a second start asks for the window
 * @returns false when another instance runs: this one has nothing more to do
 */
export function becomeOnlyInstance(take: (handed: Handed) => void, show: () => void): boolean {
  const args = process.argv.slice(app.isPackaged ? 1 : 2)
  const handed = handedBy(args, process.cwd())
  if (!app.requestSingleInstanceLock({ ...handed })) return false
  app.on('second-instance', (_event, _argv, _folder, passed) => {
    show()
    const other = parseHanded(passed)
    if (other !== null) take(other)
  })
  // macOS hands over by events, also before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show()
    take({ links: [], paths: [path] })
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    show()
    take({ links: [url], paths: [] })
  })
  // On macOS and Linux the packages say so; the Windows installer leaves it to the program.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  take(handed)
  return true
}
