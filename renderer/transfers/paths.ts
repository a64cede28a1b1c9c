import type { ContainerFile } from '../../shared/ipc/index.ts'

/** A name in a folder of a container. */
export function within(folder: string, name: string): string {
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`
}

/** The folder that a path of a container is in; the root is in itself. */
export function parentOf(path: string): string {
  return path.replace(/\/*[^/]*\/*$/, '') || '/'
}

/** The last name of a path; empty for the root. */
export function nameOf(path: string): string {
  return /([^/]*)\/*$/.exec(path)?.[1] ?? ''
}

export function isFolder({ type, leadsToFolder }: ContainerFile): boolean {
  return type === 'folder' || leadsToFolder === true
}

const collator = new Intl.Collator('en', { numeric: true })

/** Folders first, by name with its numbers in their order. */
export function inOrder(files: readonly ContainerFile[]): readonly ContainerFile[] {
  const rank = (file: ContainerFile): number => (isFolder(file) ? 0 : 1)
  return [...files].sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name))
}
