import { compareObjects, diffLines } from '../../shared/diff/index.ts'
import type { DriftRow } from '../../shared/ipc/index.ts'
import type { DriftRun } from './drift.ts'

type Format = 'csv' | 'json' | 'patch'

/** All rows of a comparison as a file: a line a document, everything, or the differences as kubectl diff prints them. */
export function driftFile(run: DriftRun, format: Format): { readonly name: string; readonly text: string } {
  const { rows, counts, skipped } = run.state
  const name = `drift.${format}`
  switch (format) {
    case 'csv':
      return { name, text: [header, ...rows.map(csvRow)].join('\r\n').concat('\r\n') }
    case 'json':
      return { name, text: `${JSON.stringify({ counts, skipped, documents: rows }, null, 2)}\n` }
    case 'patch':
      return {
        name,
        text: rows
          .filter(({ state }) => state === 'different' || state === 'missing')
          .map(row => patchOf(run, row))
          .join(''),
      }
  }
}

const header = 'file,line,kind,namespace,name,state,changes,fields,message'

function csvRow({ file, line, kind, ref, state, changes, fields, message }: DriftRow): string {
  return [file, line, kind, ref?.namespace ?? '', ref?.name ?? '', state, changes, fields.join(' '), message]
    .map(cell)
    .join(',')
}

/** A spreadsheet takes what begins like a formula for one; a quote in front makes it text. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function patchOf(run: DriftRun, { index, title, file }: DriftRow): string {
  const { live, result } = run.objects(index)
  if (result === null) return ''
  const empty = { apiVersion: result.apiVersion, kind: result.kind, metadata: { name: '' } }
  const rows = diffLines(compareObjects(live ?? empty, result, run.overlooked))
  const lines = rows.flatMap(row => {
    if (row.kind === 'same') return [` ${row.before?.text ?? ''}`]
    return [
      ...(row.before === null ? [] : [`-${row.before.text}`]),
      ...(row.after === null ? [] : [`+${row.after.text}`]),
    ]
  })
  return `diff ${title}\n--- live\n+++ ${file}\n${lines.join('\n')}\n`
}
