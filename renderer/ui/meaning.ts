/** The four meanings that colour may carry. Each has a shape of its own besides its colour. */
export type Meaning = 'good' | 'warning' | 'bad' | 'unknown'
