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
