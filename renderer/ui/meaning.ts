/** The four meanings that colour may carry. Each has a shape of its own besides its colour. */
export type Meaning = 'good' | 'warning' | 'bad' | 'unknown'

/** A meaning in a word, for those who hear the page. */
export const meaningWords: Readonly<Record<Meaning, string>> = {
  good: 'good',
  warning: 'warning',
  bad: 'bad',
  unknown: 'unknown',
}
