import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '../../shared/ipc/index.ts'
import { decodeText, parseManifest } from '../../shared/manifest/index.ts'
import { WrongCommand } from './ending.ts'
import { nameOfInput, readInput } from './input.ts'
import type { OpenedSource } from './session.ts'

/** Texts of manifests by the name of their file. */
export interface ManifestFile {
  readonly file: string
  readonly text: string
}

/**
 * Files, folders (their .yaml, .yml and .json files, and those of folders in them where asked) and standard input, in
 * the order in which kubectl takes them.
 * @throws WrongCommand for what cannot be read, and a folder without a manifest
 */
export async function readManifestFiles(
  paths: readonly string[],
  isRecursive: boolean,
): Promise<readonly ManifestFile[]> {
  if (paths.filter(path => path === '-').length > 1)
    throw new WrongCommand('Standard input can be read once.')
  const files: ManifestFile[] = []
  for (const path of paths) {
    if (path === '-') files.push({ file: nameOfInput(path), text: await readInput(path) })
    else for (const file of await filesIn(path, isRecursive)) files.push({ file, text: await readText(file) })
  }
  return files
}

async function filesIn(path: string, isRecursive: boolean): Promise<readonly string[]> {
  const found = await stat(path).catch(() => null)
  // What is not there is told by reading it.
  if (found === null || !found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: isRecursive, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (files.length === 0) throw new WrongCommand(`${path}: There is no .yaml, .yml or .json file in it.`)
  return files
}

/** As their bytes say: UTF-8 or UTF-16, with a mark or without. */
async function readText(file: string): Promise<string> {
  await readInput(file)
  return decodeText(await readFile(file)).text
}

/** Each file by itself, so that what is wrong is told with the file's own name and lines. */
function refuseUnreadable(files: readonly ManifestFile[]): void {
  const faults = files.flatMap(({ file, text }) =>
    parseManifest(text)
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  )
  if (faults.length === 0) return
  const more = faults.length - mostFaults
  throw new WrongCommand(
    [...faults.slice(0, mostFaults), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  )
}

const mostFaults = 20

/** All files as one text, so that what one defines is there for the others. */
export function joined(files: readonly ManifestFile[]): string {
  return files.map(({ text }) => (text.endsWith('\n') || text === '' ? text : `${text}\n`)).join('---\n')
}

/** What the files would do, asked by server-side apply. @throws WrongCommand for a text that cannot be read; AppError */
export async function planFiles(
  { engine, entry, ended }: OpenedSource,
  files: readonly ManifestFile[],
  options: { readonly namespace: string; readonly force: boolean; readonly fieldManager: string },
): Promise<Plan> {
  refuseUnreadable(files)
  return engine.handlers['writes.plan'](
    {
      context: entry.id,
      text: joined(files),
      draft: null,
      method: { type: 'apply', manager: options.fieldManager, force: options.force },
      namespace: options.namespace,
      fieldValidation: 'Strict',
      leave: [],
    },
    ended,
  )
}
