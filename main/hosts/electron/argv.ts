import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkScheme } from './links.ts'

/** What a start of the program asks for. */
export interface Handed {
  /** Deep links, unchecked. */
  readonly links: readonly string[]
  /** Absolute paths. */
  readonly paths: readonly string[]
}

/** More than this many at once is a mistake, or worse. */
const mostHanded = 50

/**
 * Links and paths among the arguments of the program. Switches, of ours, of Chromium and of the
 * system (`-psn_…`), are left out.
 * @param args without the program and, unpackaged, without the project's folder
 * @param folder the working directory that relative paths start from
 */
export function handedBy(args: readonly string[], folder: string): Handed {
  const links: string[] = []
  const paths: string[] = []
  for (const arg of args) {
    if (arg === '' || arg.startsWith('-') || arg.includes('\0')) continue
    if (arg.toLowerCase().startsWith(`${linkScheme}:`)) links.push(arg)
    else if (/^file:\/\//i.test(arg)) paths.push(...pathOfUrl(arg))
    else if (/^[a-z][a-z0-9+.-]+:\/\//i.test(arg)) continue
    else paths.push(isAbsolute(arg) ? arg : resolve(folder, arg))
  }
  return { links: links.slice(0, mostHanded), paths: paths.slice(0, mostHanded) }
}

/** Files are handed over as URLs by some Linux desktops. */
function pathOfUrl(url: string): readonly string[] {
  try {
    return [fileURLToPath(url)]
  } catch {
    return []
  }
}

/** What a second instance passed on; null when it is nothing of ours. */
export function parseHanded(value: unknown): Handed | null {
  if (typeof value !== 'object' || value === null || !('links' in value) || !('paths' in value)) return null
  const { links, paths } = value
  if (!isTexts(links) || !isTexts(paths)) return null
  return {
    links: links.slice(0, mostHanded),
    paths: paths.filter(path => isAbsolute(path)).slice(0, mostHanded),
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
