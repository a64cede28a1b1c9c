import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../root.ts'

type Section = Readonly<Record<string, unknown>>

/** electron-builder.yml. */
export async function configuration(): Promise<Section> {
  return parse(await readFile(join(root, 'electron-builder.yml'), 'utf8')) as Section
}

/** Writes electron-builder.yml with these changes on top; null takes a section away. */
export async function writeConfiguration(file: string, changes: Section): Promise<void> {
  const changed: Record<string, unknown> = { ...(await configuration()) }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete changed[name]
    else if (isSection(value) && isSection(changed[name])) changed[name] = { ...changed[name], ...value }
    else changed[name] = value
  }
  await writeFile(file, JSON.stringify(changed, null, 2))
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
