import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { root } from '../root.ts'

/** Packages for Linux must name one. */
const homepage = 'https://gatehouse.dev'

/** All that a packaged package.json needs: Electron reads `main`, the system the names. */
export function minimalPackage(): Readonly<Record<string, string>> {
  const { name, version, description, license, author, type, main } = packageFile
  return {
    name,
    productName: 'Gatehouse',
    version,
    description,
    homepage,
    license,
    author,
    type,
    main,
    // By this name the desktops of Linux join the window and its entry.
    desktopName: 'gatehouse.desktop',
  }
}

/** Copies the bundles, a package.json without dependencies, and our licence to `folder`. */
export async function stage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const dist = join(root, 'dist')
  await cp(dist, join(folder, 'dist'), { recursive: true, filter: source => source !== join(dist, 'built') })
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(minimalPackage(), null, 2)}\n`)
}
