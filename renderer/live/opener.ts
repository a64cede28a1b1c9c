import { createContext, use } from 'react'
import type { ContextEntry } from '../../shared/ipc/index.ts'

/** Opens a context and stays where the reader is; what must be asked first is asked. */
export type OpenHere = (entry: ContextEntry) => void

/** Given by the frame, which alone may ask before something is opened. */
export const ContextOpener = createContext<OpenHere>(() => undefined)

/** For views that offer to open a context without leaving them. */
export function useContextOpener(): OpenHere {
  return use(ContextOpener)
}
