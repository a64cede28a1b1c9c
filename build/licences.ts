/**
 * The licences of what is bundled: found from the files a bundle was made of, so that the list
 * is of what ships and not of what is installed.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Licences whose only demand on a bundle is that their text comes with it. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
])

export interface Licensed {
  readonly name: string
  readonly version: string
  /** SPDX expression of its package.json. */
  readonly licence: string
  /** Texts of its licence and notice files. */
  readonly text: string
}

/** Folders of the packages that the files belong to, sorted. */
export function packageFolders(files: Iterable<string>): readonly string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const place = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1]
    if (place !== undefined) folders.add(place.replaceAll('\\', '/'))
  }
  return [...folders].sort()
}

/**
 * Licence of one installed package.
 * @throws when it names none, one outside the list, or brings no text
 */
export async function licenceOf(folder: string): Promise<Licensed> {
  const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const name = `${String(own.name)} ${String(own.version)}`
  const licence = own.license
  if (typeof licence !== 'string') throw new Error(`${name} names no licence`)
  if (!isAllowed(licence))
    throw new Error(`${name} is under ${licence}, which is not on the list of build/licences.ts`)
  const text = await licenceText(folder)
  if (text === '') throw new Error(`${name} comes without the text of its licence (${licence})`)
  return { name: String(own.name), version: String(own.version), licence, text }
}

/** True for a licence of the list, or an expression that needs no other. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed)
  return allowed.has(bare.trim())
}

async function licenceText(folder: string): Promise<string> {
  const names = (await readdir(folder))
    .filter(name => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .sort()
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return texts.map(text => text.trim().replaceAll('\r\n', '\n')).join('\n\n')
}

/** The file that ships: a list of the packages, then each text once with those it is for. */
export function licencesFile(packages: readonly Licensed[]): string {
  const byText = new Map<string, Licensed[]>()
  for (const one of packages) byText.set(one.text, [...(byText.get(one.text) ?? []), one])
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
  const texts = [...byText].map(
    ([text, of]) =>
      `${'='.repeat(78)}\n${of.map(({ name, version }) => `${name} ${version}`).join('\n')}\n\n${text}\n`,
  )
  return `Gatehouse contains the packages below. Electron and Chromium bring their own licences beside\nthe program: LICENSE.electron.txt and LICENSES.chromium.html. The descriptions of the API’s types\nin main/schemas are those of Kubernetes (Apache-2.0, https://github.com/kubernetes/kubernetes).\n\n${list.join('\n')}\n\n${texts.join('\n')}`
}

/** Licences of the packages that the files of a bundle come from, by name. */
export async function licencesOf(files: Iterable<string>): Promise<readonly Licensed[]> {
  const found = new Map<string, Licensed>()
  const refused: string[] = []
  for (const folder of packageFolders(files)) {
    try {
      const one = await licenceOf(folder)
      found.set(`${one.name} ${one.version}`, one)
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (refused.length > 0) throw new Error(`Packages that may not be bundled:\n  ${refused.join('\n  ')}`)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
