import { engine, isDesktop } from '../bridge/index.ts'
import { announce } from './announcement.ts'
import { errorBody } from './call.ts'
import { copyText } from './clipboard.ts'

/** The folder that something was saved in last, for as long as the page. */
let lastFolder = '~/'

/** What `SaveInFolder` needs. @param write saves into a folder and answers the path of the new file */
export function savingInFolder(write: (folder: string) => Promise<{ readonly path: string }>) {
  return {
    folder: lastFolder,
    save: async (folder: string) => {
      try {
        const { path } = await write(folder)
        lastFolder = folder
        announce(`Saved ${path}`)
        return { path }
      } catch (error) {
        return { failure: errorBody(error).message }
      }
    },
    choose: isDesktop() ? choose : undefined,
    onCopy: (path: string) => void copyText(path, 'the path'),
  }
}

async function choose(): Promise<string | null> {
  try {
    const paths = await engine.call('host.pickPaths', { title: 'Save in', what: 'folder' })
    return paths?.[0] ?? null
  } catch (error) {
    announce(errorBody(error).message)
    return null
  }
}
