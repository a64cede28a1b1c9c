import { TextField } from '../ui/index.ts'
import { labelValueProblem, pairKeyProblem } from './draft.ts'

export interface Pair {
  readonly key: string
  readonly value: string
}

export const emptyPair: Pair = { key: '', value: '' }

/** What is wrong with a pair; values of annotations may be anything. */
export function pairProblems({ key, value }: Pair, isFreeValue = false) {
  return { key: pairKeyProblem(key), value: isFreeValue ? null : labelValueProblem(value) }
}

export interface PairFieldsProps {
  readonly pair: Pair
  readonly problems: ReturnType<typeof pairProblems>
  readonly onChange: (pair: Pair) => void
  readonly onSubmit: () => void
}

/** Key and value of a label, an annotation or a taint. */
export function PairFields({ pair, problems, onChange, onSubmit }: PairFieldsProps) {
  return (
    <>
      <TextField
        label="Key"
        value={pair.key}
        isMono
        autoFocus
        onChange={key => onChange({ ...pair, key })}
        onSubmit={onSubmit}
        error={pair.key === '' ? undefined : (problems.key ?? undefined)}
      />
      <TextField
        label="Value"
        value={pair.value}
        isMono
        onChange={value => onChange({ ...pair, value })}
        onSubmit={onSubmit}
        error={problems.value ?? undefined}
      />
    </>
  )
}
