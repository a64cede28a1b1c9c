import { hasHidden, hiddenCharacters } from '../../shared/kube/index.ts'

/** What is asked about before a paste goes to a process. */
export interface PasteQuestion {
  readonly text: string
  readonly lines: number
  /** Something runs by itself: even one line does with a break at its end. */
  readonly hasBreak: boolean
  /** Characters that show as nothing or that a terminal takes for commands. They are left out. */
  readonly hidden: number
}

/** Null for one line of plain text, which is as if it was typed. */
export function pasteQuestion(text: string): PasteQuestion | null {
  const hasBreak = linesOf(text).length > 1
  if (!hasBreak && !hasHidden(text)) return null
  const lines = linesOf(text.replace(/(?:\r\n|\r|\n)$/, '')).length
  return { text, lines, hasBreak, hidden: [...text.matchAll(hiddenCharacters)].length }
}

/**
 * What goes to the process: line breaks as the key Enter makes them, and nothing that could end a
 * bracketed paste from within or be taken for a key.
 */
export function pastedText(text: string, { isBracketed, isOneLine }: PasteWay): string {
  const plain = text.replace(hiddenCharacters, '')
  const joined = isOneLine
    ? linesOf(plain)
        .map(line => line.trim())
        .filter(line => line !== '')
        .join(' ')
    : plain.replaceAll(/\r?\n/g, '\r')
  return isBracketed ? `\u001b[200~${joined}\u001b[201~` : joined
}

export interface PasteWay {
  /** The process asked to be told what is pasted. */
  readonly isBracketed: boolean
  readonly isOneLine: boolean
}

/** A line break at the end makes another line: it runs what stands before it. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}
