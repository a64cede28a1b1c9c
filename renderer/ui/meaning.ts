import styles from './meaning.module.css'

/** The four meanings that colour may carry. Each has a shape of its own besides its colour. */
export type Meaning = 'good' | 'warning' | 'bad' | 'unknown'

/** Class that colours by a meaning. */
export const meaningColour = styles as Readonly<Record<Meaning, string>>
