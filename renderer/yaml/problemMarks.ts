import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
  type Tooltip,
} from '@codemirror/view'

export type ProblemSeverity = 'error' | 'warning' | 'note'

/** A problem at its place in the editor's text. */
export interface PlacedProblem {
  readonly severity: ProblemSeverity
  readonly message: string
  readonly from: number
  readonly to: number
}

interface Marked {
  readonly problems: readonly PlacedProblem[]
  readonly decorations: DecorationSet
  readonly markers: RangeSet<GutterMarker>
}

const setProblems = StateEffect.define<readonly PlacedProblem[]>()

export function showProblems(view: EditorView, problems: readonly PlacedProblem[]): void {
  view.dispatch({ effects: setProblems.of(problems) })
}

/** Problems move with the text until they are told anew. */
const problemField = StateField.define<Marked>({
  create: () => ({ problems: [], decorations: Decoration.none, markers: RangeSet.empty }),
  update: (marked, { effects, changes, docChanged, state }) => {
    for (const effect of effects) if (effect.is(setProblems)) return markedAs(effect.value, state.doc)
    if (!docChanged) return marked
    const problems = marked.problems.map(problem => ({
      ...problem,
      from: changes.mapPos(problem.from, 1),
      to: Math.max(changes.mapPos(problem.from, 1), changes.mapPos(problem.to, -1)),
    }))
    return { problems, decorations: marked.decorations.map(changes), markers: marked.markers.map(changes) }
  },
  provide: field => EditorView.decorations.from(field, ({ decorations }) => decorations),
})

export function problemsIn(state: EditorState): readonly PlacedProblem[] {
  return state.field(problemField).problems
}

const classOf = { error: 'isError', warning: 'isWarning', note: 'isNote' } as const
const grades: readonly ProblemSeverity[] = ['note', 'warning', 'error']

class Marker extends GutterMarker {
  readonly severity: ProblemSeverity

  constructor(severity: ProblemSeverity) {
    super()
    this.severity = severity
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Marker && other.severity === this.severity
  }

  override toDOM(): Node {
    const mark = document.createElement('span')
    mark.className = `problemMark ${classOf[this.severity]}`
    // Each kind has a shape of its own, so that colour is not needed to tell them.
    mark.textContent = { error: '■', warning: '▲', note: '●' }[this.severity]
    return mark
  }
}

const markers = new Map(grades.map(severity => [severity, new Marker(severity)]))

function markedAs(problems: readonly PlacedProblem[], text: Text): Marked {
  const lines = new Map<number, ProblemSeverity>()
  const ranges = problems.flatMap(({ severity, from, to }) => {
    const start = text.lineAt(from).from
    const known = lines.get(start)
    if (known === undefined || grades.indexOf(severity) > grades.indexOf(known)) lines.set(start, severity)
    const mark = Decoration.mark({ class: `problem ${classOf[severity]}` })
    return from < to ? [mark.range(from, to)] : []
  })
  const gutterMarks = [...lines].flatMap(([start, severity]) => {
    const marker = markers.get(severity)
    return marker === undefined ? [] : [marker.range(start)]
  })
  return {
    problems,
    decorations: Decoration.set(ranges, true),
    markers: RangeSet.of(gutterMarks, true),
  }
}

/** Goes to the problem after the cursor, or before it, and round at the end. */
export function goToProblem(view: EditorView, step: 1 | -1): PlacedProblem | null {
  const problems = problemsIn(view.state)
  const { head } = view.state.selection.main
  const next =
    step === 1
      ? (problems.find(problem => problem.from > head) ?? problems[0])
      : (problems.findLast(problem => problem.from < head) ?? problems.at(-1))
  if (next === undefined) return null
  view.dispatch({ selection: { anchor: next.from }, scrollIntoView: true, userEvent: 'select' })
  view.focus()
  return next
}

function problemsAround(state: EditorState, from: number, to: number): readonly PlacedProblem[] {
  return problemsIn(state).filter(problem => problem.from <= to && problem.to >= from)
}

/** Messages of the problems at a place, above it. */
const tooltip = hoverTooltip(
  (view, position): Tooltip | null => {
    const found = problemsAround(view.state, position, position)
    const [first] = found
    if (first === undefined) return null
    return { pos: first.from, end: first.to, above: true, create: () => ({ dom: noteOf(found) }) }
  },
  { hideOnChange: true },
)

function noteOf(problems: readonly PlacedProblem[]): HTMLElement {
  const note = document.createElement('div')
  note.className = 'note'
  for (const { message, severity } of problems) {
    const line = note.appendChild(document.createElement('div'))
    line.className = `problemNote ${classOf[severity]}`
    line.textContent = message
  }
  return note
}

const look = EditorView.theme({
  '.problem': { textDecorationLine: 'underline', textDecorationStyle: 'wavy', textUnderlineOffset: '3px' },
  '.problem.isError': { textDecorationColor: 'var(--bad)' },
  '.problem.isWarning': { textDecorationColor: 'var(--warning)' },
  '.problem.isNote': { textDecorationColor: 'var(--text-3)', textDecorationStyle: 'dotted' },
  '.problemGutter': { width: '18px' },
  '.problemGutter .cm-gutterElement': { textAlign: 'center', fontSize: '9px', cursor: 'default' },
  '.problemMark.isError, .problemNote.isError': { color: 'var(--bad)' },
  '.problemMark.isWarning, .problemNote.isWarning': { color: 'var(--warning)' },
  '.problemMark.isNote': { color: 'var(--text-3)' },
})

export const problemMarks: Extension = [
  problemField,
  gutter({ class: 'problemGutter', markers: view => view.state.field(problemField).markers }),
  tooltip,
  look,
]
