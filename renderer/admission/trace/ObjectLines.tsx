// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus

import { useMemo, useState } from 'react'
import { visibleText } from '../../../shared/kube/index.ts'
import { hanging, LineTable } from '../../diff/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './ObjectLines.module.css'
import { foldLines, type OriginLine } from './origins.ts'

/** What may still happen to the object and cannot be known: a line without a text of its own. */
export interface MaybeLine {
  readonly text: string
  readonly writer: string
}

export interface ObjectLinesProps {
  readonly lines: readonly OriginLine[]
  readonly maybe: readonly MaybeLine[]
  /** Who wrote a line, by the index of its step. */
  readonly writerOf: (step: number) => string
  /** Lines of this step stand out. */
  readonly chosen: number | null
}

type Row =
  | { readonly type: 'line'; readonly line: OriginLine; readonly isFirst: boolean }
  | { readonly type: 'fold'; readonly from: number; readonly count: number }
  | { readonly type: 'maybe'; readonly maybe: MaybeLine }

/** An object's way as one column of YAML: what came, what went, and who did it. */
export function ObjectLines({ lines, maybe, writerOf, chosen }: ObjectLinesProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => rowsOf(lines, maybe, opened), [lines, maybe, opened])
  const hasWriters = maybe.length > 0 || lines.some(({ step }) => step !== null)
  return (
    <LineTable
      label="The object"
      className={`${styles.lines} ${hasWriters ? '' : styles.plain}`}
      count={rows.length}
    >
      {index => {
        const row = rows[index]
        if (row?.type === 'line') return <Line {...row} writerOf={writerOf} chosen={chosen} />
        if (row?.type === 'maybe') return <Maybe maybe={row.maybe} />
        return (
          row !== undefined && (
            <span role="cell" className={styles.fold}>
              <Button look="quiet" onPress={() => setOpened(new Set(opened).add(row.from))}>
                {`▸ ${row.count} unchanged lines`}
              </Button>
            </span>
          )
        )
      }}
    </LineTable>
  )
}

function rowsOf(
  lines: readonly OriginLine[],
  maybe: readonly MaybeLine[],
  opened: ReadonlySet<number>,
): readonly Row[] {
  const isChanged = lines.some(({ kind }) => kind !== 'same')
  const parts = isChanged ? foldLines(lines) : [{ type: 'lines' as const, from: 0, to: lines.length }]
  const rows = parts.flatMap((part): readonly Row[] => {
    if (part.type === 'fold' && !opened.has(part.from))
      return [{ type: 'fold', from: part.from, count: part.to - part.from }]
    return lines.slice(part.from, part.to).map((line, at) => {
      const before = at === 0 ? undefined : lines[part.from + at - 1]
      return { type: 'line', line, isFirst: before?.step !== line.step || before.kind !== line.kind }
    })
  })
  return [...rows, ...maybe.map((one): Row => ({ type: 'maybe', maybe: one }))]
}

const signs = { same: ' ', added: '+', removed: '−' } as const
const words = { same: '', added: 'added', removed: 'removed' } as const

interface LineProps {
  readonly line: OriginLine
  /** The first of a run by the same writer, which is named once. */
  readonly isFirst: boolean
  readonly writerOf: (step: number) => string
  readonly chosen: number | null
}

function Line({ line: { kind, text, step }, isFirst, writerOf, chosen }: LineProps) {
  const isChosen = step !== null && step === chosen
  return (
    <span role="presentation" className={`${styles.line} ${styles[kind]} ${isChosen ? styles.chosen : ''}`}>
      <span role="cell" className={styles.sign}>
        <span aria-hidden="true">{signs[kind]}</span>
        <span className="visually-hidden">{words[kind]}</span>
      </span>
      <span role="cell" className={styles.text} style={hanging(text)}>
        {visibleText(text)}
      </span>
      <span role="cell" className={styles.writer}>
        {step !== null && isFirst && visibleText(writerOf(step))}
      </span>
    </span>
  )
}

function Maybe({ maybe: { text, writer } }: { readonly maybe: MaybeLine }) {
  return (
    <span role="presentation" className={`${styles.line} ${styles.maybe}`}>
      <span role="cell" className={styles.sign} aria-hidden="true">
        ◆
      </span>
      <span role="cell" className={styles.text}>
        {text}
      </span>
      <span role="cell" className={styles.writer}>
        {visibleText(writer)}
      </span>
    </span>
  )
}
