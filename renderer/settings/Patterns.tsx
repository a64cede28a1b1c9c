import { type ReactNode, useState } from 'react'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Button, Section, TextField } from '../ui/index.ts'
import { Line, Lines, Note } from './parts.tsx'
import { matchText, namesMatching } from './patternMatches.ts'
import styles from './SettingsView.module.css'

interface PatternsProps {
  readonly title: string
  /** What comes of a match. */
  readonly children: ReactNode
  /** Name the field and the list. */
  readonly labels: { readonly field: string; readonly list: string }
  readonly patterns: readonly string[]
  readonly contexts: readonly ContextEntry[]
  readonly onChange: (patterns: string[]) => void
}

/** Patterns of context names, each with the contexts it fits now, and one that is typed with those it would fit. */
export function Patterns({ title, children, labels, patterns, contexts, onChange }: PatternsProps) {
  const [text, setText] = useState('')
  const pattern = text.trim()
  const isKnown = patterns.includes(pattern)
  const add = () => {
    if (pattern === '' || isKnown) return
    onChange([...patterns, pattern])
    setText('')
  }
  const preview = isKnown ? 'This pattern is there already.' : matchText(namesMatching(pattern, contexts))
  return (
    <Section title={title} aside={String(patterns.length)}>
      <Note>
        {children} <code>*</code> stands for any text, <code>?</code> for one character.
      </Note>
      <Lines label={labels.list}>
        {patterns.map(one => (
          <Line
            key={one}
            action={
              <Button
                label={`Remove ${one} from ${title}`}
                onPress={() => onChange(patterns.filter(other => other !== one))}
              >
                Remove
              </Button>
            }
          >
            <code>{visibleText(one)}</code>
            <span className={styles.note}>{visibleText(matchText(namesMatching(one, contexts)))}</span>
          </Line>
        ))}
      </Lines>
      <div className={styles.entry}>
        <TextField
          label={labels.field}
          isLabelHidden
          placeholder="*prod*"
          isMono
          value={text}
          onChange={setText}
          onSubmit={add}
        />
        <Button label={`Add the pattern to ${title}`} onPress={add} isDisabled={pattern === '' || isKnown}>
          Add the pattern
        </Button>
      </div>
      <p className={styles.preview} role="status">
        {pattern === '' ? '' : visibleText(preview)}
      </p>
    </Section>
  )
}
