import { targetOf } from './cursor.ts'

/** Marks the element of a view that takes the keys of its rows. */
export const takesRowKeys = { 'data-takes-row-keys': '' } as const

/** What takes the keys of the rows in the view in front; views behind it are in the document too. */
export function activeRows(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-view-active] [data-takes-row-keys]')
}

/** From the filter on to the rows it left. */
export function focusRows(): void {
  activeRows()?.focus()
}

/**
 * Hands a key that was pressed elsewhere to the rows, and the focus with it. Having the focus marks
 * the first row: a key that moves is heard before, so that the first `j` leads to that row and not past it.
 */
export function pressInRows(rows: HTMLElement, key: string, shiftKey: boolean): void {
  const isMove = targetOf(key, 0, 1, 1) !== null
  if (!isMove) rows.focus()
  rows.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
  if (isMove) rows.focus()
}
