import { useMemo, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ContainerFile } from '../../shared/ipc/index.ts'
import { useCall } from '../live/index.ts'
import { inOrder, isFolder, nameOf, parentOf, within } from './paths.ts'
import type { FilesPlace } from './place.ts'

/** A folder of a container, with a cursor on one of its entries. */
export interface OpenFolder {
  readonly folder: string
  /** Null while they are read, or when they cannot be. */
  readonly files: readonly ContainerFile[] | null
  readonly isCut: boolean
  readonly error: AppErrorBody | null
  /** Place of the cursor among the entries; -1 for none. */
  readonly at: number
  /** The entry that the cursor is on. */
  readonly file: ContainerFile | null
  readonly move: (at: number) => void
  readonly go: (folder: string) => void
  readonly up: () => void
  /** Opens an entry that is a folder, or leads to one. */
  readonly open: (file: ContainerFile) => void
  readonly again: () => void
}

export function useFolder(place: FilesPlace, first: string): OpenFolder {
  const [{ folder, cursor }, setPlace] = useState({ folder: first, cursor: '' })
  const { value, error, again } = useCall('transfers.folder', { ...place, path: folder })
  const files = useMemo(() => (value === null ? null : inOrder(value.files)), [value])
  const found = files?.findIndex(({ name }) => name === cursor) ?? -1
  const at = found < 0 && files !== null && files.length > 0 ? 0 : found
  return {
    folder,
    files,
    isCut: value?.isCut ?? false,
    error,
    at,
    file: files?.[at] ?? null,
    move: to => setPlace({ folder, cursor: files?.[to]?.name ?? '' }),
    go: to => setPlace({ folder: to, cursor: '' }),
    // The cursor goes to the folder that was left.
    up: () => {
      if (folder !== '/') setPlace({ folder: parentOf(folder), cursor: nameOf(folder) })
    },
    open: file => {
      if (isFolder(file)) setPlace({ folder: within(folder, file.name), cursor: '' })
    },
    again,
  }
}
