/** What becomes of the objects that a deleted one owns. */
export const propagations = [
  { id: 'Background', label: 'Background', detail: 'The object goes first, what it owns after it.' },
  { id: 'Foreground', label: 'Foreground', detail: 'What it owns goes first; the object waits for it.' },
  { id: 'Orphan', label: 'Orphan', detail: 'What it owns stays, without an owner.' },
] as const
