import { type PageFile, pageFile } from '../files.ts'
import { isOurPage } from './origin.ts'

/** The answer of `app://gatehouse/…`: one file of the built renderer, or words why not. */
export async function answerPage(folder: string, url: string, method: string): Promise<PageFile> {
  if (method !== 'GET' && method !== 'HEAD') return refused(405, 'Only GET is answered.')
  if (!isOurPage(url)) return refused(404, 'There is no such page.')
  return pageFile(folder, new URL(url).pathname, [])
}

function refused(status: number, text: string): PageFile {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: new TextEncoder().encode(text),
  }
}
