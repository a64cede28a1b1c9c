import { type EditorState, MapMode, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state'

/** Marks a line end that is of the other kind than most. */
class OddEnd extends RangeValue {
  override startSide = 1
  override endSide = 1
  override point = true
  override mapMode = MapMode.TrackDel
}

const mark = new OddEnd()

export const setOddEnds = StateEffect.define<readonly number[]>()

/** Line ends of the other kind, which move with the text and go with their lines. */
export const oddEnds = StateField.define<RangeSet<OddEnd>>({
  create: () => RangeSet.empty,
  update: (ends, { effects, changes, docChanged }) => {
    for (const effect of effects)
      if (effect.is(setOddEnds)) return RangeSet.of(effect.value.map(offset => mark.range(offset)))
    return docChanged ? ends.map(changes) : ends
  },
})

export function oddEndsOf(state: EditorState): ReadonlySet<number> {
  const found = new Set<number>()
  for (const cursor = state.field(oddEnds).iter(); cursor.value !== null; cursor.next())
    if (state.doc.lineAt(cursor.from).to === cursor.from) found.add(cursor.from)
  return found
}
