import { useState } from 'react'
import { TextField } from '../ui/index.ts'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly description?: string
  readonly autoFocus?: boolean
  readonly onChange: (value: number) => void
  readonly onProblem: (field: string, problem: string | null) => void
  readonly onSubmit?: () => void
}

/** A whole number within bounds. What is typed stays as it is, and is handed on once it is one. */
export function NumberField({ value, least, most, onChange, onProblem, ...rest }: NumberFieldProps) {
  const [text, setText] = useState(String(value))
  const problemOf = (typed: string) =>
    /^-?\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most
      ? null
      : `A whole number from ${least} to ${most}.`
  const type = (typed: string) => {
    setText(typed)
    const problem = problemOf(typed.trim())
    onProblem(rest.label, problem)
    if (problem === null) onChange(Number(typed))
  }
  return <TextField {...rest} value={text} onChange={type} error={problemOf(text.trim()) ?? undefined} />
}
