import { announce } from './announcement.ts'

/** Puts text on the clipboard and says so, or says why not. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    announce(`Copied ${what}`)
  } catch {
    announce(copyBySelection(text) ? `Copied ${what}` : 'The clipboard may not be written here')
  }
}

// Pages without the clipboard permission may still copy what is selected.
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
