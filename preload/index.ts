import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** The only channel between the page and main; see shared/ipc for what goes over it. */
const channel = 'gatehouse'

contextBridge.exposeInMainWorld(
  'gatehouse',
  Object.freeze({
    send: (frame: string): void => ipcRenderer.send(channel, String(frame)),
    receive: (listener: (frame: string) => void): (() => void) => {
      const heard = (_event: unknown, frame: string): void => listener(frame)
      ipcRenderer.on(channel, heard)
      return () => ipcRenderer.off(channel, heard)
    },
    // A file that was dropped on the page; the page itself sees its name alone.
    pathOf: (file: File): string => webUtils.getPathForFile(file),
  }),
)
