import { type LogLevelName, logLevels } from '../../../shared/ipc/index.ts'
import { Button, Icon, type Meaning, MeaningMark, Menu } from '../../ui/index.ts'
import type { LogFacts } from '../feed/LogFeed.ts'
import styles from '../Logs.module.css'
import { levelWords } from '../lines/cells.ts'
import type { SourceTag } from '../lines/sources.ts'
import type { LogParts } from '../parts.ts'
import { TermChip } from './TermChip.tsx'
import { ViewMenu } from './ViewMenu.tsx'

/** Which lines are shown by level, field and source; how they are drawn, and whether they move. */
export function ShownBar(props: LogParts) {
  const { place, logs, hidden, reading, change, actions } = props
  const { fields } = place.filter
  return (
    <div className={styles.shown} role="toolbar" aria-label="Logs: what is shown">
      <LevelChips place={place} facts={logs.facts} change={change} />
      {fields.map((term, index) => (
        <TermChip
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place
          key={index}
          term={term}
          onChange={next => actions.setTerms(fields.with(index, next))}
          onRemove={() => actions.setTerms(fields.toSpliced(index, 1))}
        />
      ))}
      {hidden.length > 0 && (
        <Button onPress={actions.showAllSources} label={`Show ${hiddenWords(hidden, logs.tags)} again`}>
          {`Hidden: ${hiddenWords(hidden, logs.tags)}`}
          <Icon name="close" />
        </Button>
      )}
      <span className={styles.gap} />
      <span className={styles.motion}>
        <ViewMenu {...props} />
        <Button
          isPressed={reading === 'following'}
          onPress={() => actions.toggleFollow(reading === 'following')}
        >
          Follow
        </Button>
        <Button isPressed={reading === 'paused'} keys="Space" onPress={actions.togglePause}>
          Pause
        </Button>
        <More {...props} />
      </span>
    </div>
  )
}

function hiddenWords(hidden: readonly number[], tags: ReadonlyMap<number, SourceTag>): string {
  const [only] = hidden
  return hidden.length === 1 && only !== undefined
    ? (tags.get(only)?.label ?? '1 source')
    : `${hidden.length} sources`
}

const levelMeanings: Readonly<Partial<Record<LogLevelName, Meaning>>> = {
  warn: 'warning',
  error: 'bad',
  fatal: 'bad',
}
/** The gravest first, as they are looked for. */
const shownLevels = [...logLevels.toReversed(), 'none'] as const

interface LevelChipsProps extends Pick<LogParts, 'place' | 'change'> {
  readonly facts: LogFacts | null
}

function LevelChips({ place, facts, change }: LevelChipsProps) {
  const { filter } = place
  const levels = shownLevels.filter(level => (facts?.levels[level] ?? 0) > 0 || filter.levels.includes(level))
  const toggle = (level: LogLevelName | 'none') => {
    const isOn = filter.levels.includes(level)
    const next = isOn ? filter.levels.filter(other => other !== level) : [...filter.levels, level]
    change({ filter: { ...filter, levels: next } })
  }
  return (
    <fieldset className={styles.levels} aria-label="Levels">
      {levels.map(level => {
        const meaning = level === 'none' ? undefined : levelMeanings[level]
        const count = facts?.levels[level] ?? 0
        return (
          <Button key={level} isPressed={filter.levels.includes(level)} onPress={() => toggle(level)}>
            {meaning !== undefined && <MeaningMark meaning={meaning} />}
            {levelWords[level]}
            <span className={styles.count}>{shortCount(count)}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}

/** Counts that change many times a second are told as finely as they can be read. */
function shortCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en')
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

function More({ elsewhere, cursor, isDetailed, actions }: LogParts) {
  return (
    <Menu
      label="More for these logs"
      trigger={
        <Button>
          More
          <Icon name="chevronDown" />
        </Button>
      }
      entries={[
        { id: 'save', label: 'Save…', run: actions.save },
        {
          id: 'copy',
          label: 'Copy selected lines',
          keys: 'c',
          isDisabled: cursor.selected === 0,
          run: actions.copySelected,
        },
        {
          id: 'detail',
          label: isDetailed ? 'Close the details' : 'Line in full',
          keys: 'Enter',
          run: isDetailed ? actions.closeDetail : actions.openDetail,
        },
        { id: 'clear', label: 'Clear the view', keys: 'x', run: actions.clear },
        { id: 'begin', label: 'To the beginning', keys: 'g', run: actions.toBegin },
        { id: 'end', label: 'To the end', keys: 'G', run: actions.toEnd },
        { id: 'elsewhere', label: elsewhere.label, run: elsewhere.open },
      ]}
    />
  )
}
