import { useRef } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { counted } from '../../../shared/words/index.ts'
import type { LogPlace } from '../../live/index.ts'
import { Button, Checkbox, Icon, overlayPlace, Section } from '../../ui/index.ts'
import type { LogFacts } from '../feed/LogFeed.ts'
import styles from '../Logs.module.css'

type LogOptions = LogPlace['options']

export interface SourceMenuProps {
  readonly words: string
  readonly options: LogOptions
  readonly facts: LogFacts | null
  readonly change: (part: Partial<LogOptions>) => void
}

/** What is followed: of which containers, of which run, and whether to read on. */
export function SourceMenu(props: SourceMenuProps) {
  const { words, options, facts } = props
  return (
    <DialogTrigger>
      <Button label={`Followed: ${words}, ${sourceWords(options, facts)}`}>
        <span className={styles.source}>{words}</span>
        <span className={styles.sourceMore}>{sourceWords(options, facts)}</span>
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom start">
        <Dialog aria-label="What is followed" className={styles.choices ?? ''}>
          <Choices {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function sourceWords({ containers, isAll, previous }: LogOptions, facts: LogFacts | null): string {
  const pods = new Set(facts?.sources.map(({ namespace, pod }) => `${namespace}/${pod}`))
  const parts = [
    pods.size > 1 ? counted(pods.size, 'pod') : '',
    isAll ? 'all containers' : containers === null ? '' : containers.join(', '),
    previous ? 'previous run' : '',
  ]
  return parts.filter(part => part !== '').join(' · ')
}

function Choices({ options, facts, change }: SourceMenuProps) {
  const names = useSeenNames(options, facts)
  const isSome = options.containers !== null
  const toggle = (name: string, isChecked: boolean) => {
    const before = options.containers ?? []
    const next = isChecked ? [...before, name] : before.filter(other => other !== name)
    change({ containers: next.length === 0 ? null : next, isAll: false })
  }
  return (
    <>
      <Section title="Containers">
        <Checkbox
          isChecked={!isSome && !options.isAll}
          onChange={() => change({ containers: null, isAll: false })}
          description="All but init and debug containers"
        >
          The usual ones
        </Checkbox>
        <Checkbox
          isChecked={options.isAll}
          onChange={isAll => change({ isAll, containers: null })}
          description="Init and debug containers too"
        >
          All
        </Checkbox>
        {names.length > 0 && <p className={styles.choicesTitle}>Only these</p>}
        {names.map(name => (
          <Checkbox
            key={name}
            isChecked={options.containers?.includes(name) ?? false}
            onChange={isChecked => toggle(name, isChecked)}
          >
            <span className={styles.mono}>{name}</span>
          </Checkbox>
        ))}
      </Section>
      <Section title="Run">
        <Checkbox
          isChecked={options.previous}
          onChange={previous => change({ previous })}
          description="What was written before the last restart"
        >
          Previous run
        </Checkbox>
        <Checkbox
          isChecked={options.follow}
          onChange={follow => change({ follow })}
          description="Off: what there is now, and no more"
        >
          Read on as lines are written
        </Checkbox>
      </Section>
    </>
  )
}

/** Names of all containers that were met: those that are left out now are still to be chosen. */
function useSeenNames({ containers }: LogOptions, facts: LogFacts | null): readonly string[] {
  const seen = useRef(new Set<string>())
  for (const { container } of facts?.sources ?? []) seen.current.add(container)
  for (const container of containers ?? []) seen.current.add(container)
  return [...seen.current].sort()
}
