/** Something that can be done with the rows of the list in front, or with the object in front. */
export interface ListAction {
  readonly title: string
  /** Other words that find it. */
  readonly aliases: readonly string[]
  readonly run: () => void
}

type Offer = () => readonly ListAction[]

let current: Offer | null = null

/** The view in front offers its actions until the answer is called. */
export function offerListActions(offer: Offer): () => void {
  current = offer
  return () => {
    if (current === offer) current = null
  }
}

/** What can be done with what is in front, for the palette; none for most views. */
export function listActions(): readonly ListAction[] {
  return current?.() ?? []
}
