import type { LogPlace, LogPlaceFilter } from '../../live/index.ts'
import { Button, Icon, KeyHint, Select, TextField } from '../../ui/index.ts'
import styles from '../Logs.module.css'
import type { LogParts } from '../parts.ts'
import { SourceMenu } from './SourceMenu.tsx'

const tails = [100, 500, 1000, 10_000] as const
const minute = 60
const sinces = [
  [5 * minute, '5 min'],
  [15 * minute, '15 min'],
  [60 * minute, '1 h'],
  [360 * minute, '6 h'],
  [1440 * minute, '24 h'],
] as const

/** What is followed, what of it is let through and what is looked for. */
export function LogToolbar(props: LogParts) {
  const { words, place, logs, change } = props
  const { options } = place
  const setOptions = (part: Partial<LogPlace['options']>) => change({ options: { ...options, ...part } })
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Logs: what is followed">
      <SourceMenu words={words} options={options} facts={logs.facts} change={setOptions} />
      <Select
        label="Tail"
        options={optionsWith(
          tails.map(lines => [lines, lines.toLocaleString('en')]),
          options.tail,
        )}
        value={String(options.tail ?? 'all')}
        onChange={id => setOptions({ tail: id === 'all' ? null : Number(id) })}
      />
      <Select
        label="Since"
        options={optionsWith(sinces, options.sinceSeconds)}
        value={String(options.sinceSeconds ?? 'all')}
        onChange={id => setOptions({ sinceSeconds: id === 'all' ? null : Number(id) })}
      />
      <Filter {...props} />
      <Search {...props} />
    </div>
  )
}

/** The usual choices, what is chosen though it is none of them, and all. */
function optionsWith(usual: readonly (readonly [number, string])[], chosen: number | null) {
  const isOther = chosen !== null && !usual.some(([value]) => value === chosen)
  const own = isOther ? [{ id: String(chosen), label: chosen.toLocaleString('en') }] : []
  return [
    ...usual.map(([value, label]) => ({ id: String(value), label })),
    ...own,
    { id: 'all', label: 'all' },
  ]
}

function Filter({ place, logs, change, actions }: LogParts) {
  const { filter } = place
  const set = (part: Partial<LogPlaceFilter>) => change({ filter: { ...filter, ...part } })
  return (
    <div className={styles.field} data-log-field="filter">
      <TextField
        label="Filter lines"
        isLabelHidden
        isMono
        placeholder={filter.isInverted ? 'Lines without…' : 'Lines with…'}
        value={filter.text}
        onChange={text => set({ text })}
        onSubmit={actions.focusLines}
        onEscape={() => (filter.text === '' ? actions.focusLines() : set({ text: '' }))}
        error={logs.problems.filter ?? undefined}
        after={
          <>
            {filter.text !== '' && (
              <Select
                label="±"
                options={[0, 1, 2, 3, 5, 10, 20].map(lines => ({
                  id: String(lines),
                  label: String(lines),
                  detail: aroundWords(lines),
                }))}
                value={String(filter.around)}
                onChange={lines => set({ around: Number(lines) })}
              />
            )}
            <Flag
              label="Match case of the filter"
              isOn={filter.isCaseSensitive}
              onPress={() => set({ isCaseSensitive: !filter.isCaseSensitive })}
            >
              Aa
            </Flag>
            <Flag
              label="Filter by a pattern"
              isOn={filter.isPattern}
              onPress={() => set({ isPattern: !filter.isPattern })}
            >
              .*
            </Flag>
            <Flag
              label="Lines without a match"
              isOn={filter.isInverted}
              onPress={() => set({ isInverted: !filter.isInverted })}
            >
              ≠
            </Flag>
          </>
        }
      />
    </div>
  )
}

function aroundWords(lines: number): string {
  return lines === 0 ? 'only lines that match' : `${lines} before and after each`
}

function Search({ place, logs, change, actions }: LogParts) {
  const { looks } = place
  const { search } = looks
  const set = (part: Partial<typeof search>) =>
    change({ looks: { ...looks, search: { ...search, ...part } } })
  const submit = () => {
    actions.focusLines()
    actions.find(true)
  }
  return (
    <div className={styles.field} data-log-field="search">
      <TextField
        label="Search lines"
        isLabelHidden
        isMono
        isFilter
        placeholder="Find…"
        value={search.text}
        onChange={text => set({ text })}
        onSubmit={submit}
        onEscape={() => (search.text === '' ? actions.focusLines() : set({ text: '' }))}
        error={logs.problems.search ?? undefined}
        before={<Icon name="search" />}
        after={
          <>
            {search.text === '' ? (
              <KeyHint keys="/" />
            ) : (
              <span className={styles.hits} role="status">
                {hitWords(logs.facts?.hits ?? null)}
              </span>
            )}
            <Flag
              label="Match case of the search"
              isOn={search.isCaseSensitive}
              onPress={() => set({ isCaseSensitive: !search.isCaseSensitive })}
            >
              Aa
            </Flag>
            <Flag
              label="Search by a pattern"
              isOn={search.isPattern}
              onPress={() => set({ isPattern: !search.isPattern })}
            >
              .*
            </Flag>
            {search.text !== '' && (
              <>
                <Flag label="Earlier hit (N)" onPress={() => actions.find(true)}>
                  <Icon name="arrowUp" />
                </Flag>
                <Flag label="Later hit (n)" onPress={() => actions.find(false)}>
                  <Icon name="arrowDown" />
                </Flag>
              </>
            )}
          </>
        }
      />
    </div>
  )
}

function hitWords(hits: number | null): string {
  if (hits === null) return ''
  return hits === 1 ? '1 hit' : `${hits.toLocaleString('en')} hits`
}

interface FlagProps {
  readonly label: string
  readonly isOn?: boolean
  readonly onPress: () => void
  readonly children: React.ReactNode
}

/** A small switch within a field. */
function Flag({ label, isOn, onPress, children }: FlagProps) {
  return (
    <span className={styles.flag}>
      <Button look="quiet" label={label} isPressed={isOn} onPress={onPress}>
        {children}
      </Button>
    </span>
  )
}
