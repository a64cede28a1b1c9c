import { useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { type LogTime, logTimes } from '../../live/index.ts'
import { Button, Checkbox, Icon, KeyHint, overlayPlace, Section, TextField } from '../../ui/index.ts'
import styles from '../Logs.module.css'
import type { LogParts } from '../parts.ts'
import { Choices } from './Choices.tsx'

const timeWords: Readonly<Record<LogTime, string>> = {
  off: 'off',
  time: 'time of day',
  relative: 'ago',
  full: 'date and time in UTC',
}

/** How lines are drawn: their time, whether they are wrapped, and columns. */
export function ViewMenu(props: LogParts) {
  const { looks } = props.place
  return (
    <DialogTrigger>
      <Button isPressed={looks.columns.length > 0 || looks.isWrapped ? true : undefined}>
        View
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom end">
        <Dialog aria-label="How lines are drawn" className={styles.choices ?? ''}>
          <Looks {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Looks({ place, logs, change }: LogParts) {
  const { looks } = place
  const setLooks = (part: Partial<typeof looks>) => change({ looks: { ...looks, ...part } })
  const isTabular = looks.columns.length > 0
  return (
    <>
      <div className={styles.choice}>
        <Choices
          label="Time"
          options={logTimes.map(time => ({ id: time, label: timeWords[time] }))}
          value={looks.time}
          onChange={time => setLooks({ time })}
        />
        <KeyHint keys="T" />
      </div>
      <div className={styles.choice}>
        <Checkbox
          isChecked={looks.isWrapped}
          isDisabled={isTabular}
          onChange={isWrapped => setLooks({ isWrapped })}
          description={isTabular ? 'Lines in columns have one row each' : 'Otherwise they go on to the right'}
        >
          Wrap long lines
        </Checkbox>
        <KeyHint keys="w" />
      </div>
      <Section
        title="Columns"
        actions={
          isTabular && (
            <Button look="quiet" onPress={() => setLooks({ columns: [] })}>
              Whole lines
            </Button>
          )
        }
      >
        <Columns
          chosen={looks.columns}
          keys={logs.facts?.keys ?? []}
          onChange={columns => setLooks({ columns })}
        />
      </Section>
    </>
  )
}

interface ColumnsProps {
  /** In the order in which they were chosen. */
  readonly chosen: readonly string[]
  readonly keys: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

function Columns({ chosen, keys, onChange }: ColumnsProps) {
  const [other, setOther] = useState('')
  const all = [...new Set([...chosen, ...keys])]
  const toggle = (key: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, key] : chosen.filter(column => column !== key))
  const add = () => {
    const key = other.trim()
    if (key !== '' && !chosen.includes(key)) onChange([...chosen, key])
    setOther('')
  }
  return (
    <>
      <p className={styles.choicesTitle}>
        Keys of JSON lines, each in a column of its own. Other lines stay as they are.
      </p>
      <div className={styles.keys}>
        {all.map(key => (
          <Checkbox key={key} isChecked={chosen.includes(key)} onChange={isChosen => toggle(key, isChosen)}>
            <span className={styles.mono}>{key}</span>
          </Checkbox>
        ))}
      </div>
      <TextField
        label="Another key"
        isLabelHidden
        isMono
        placeholder="Another key, Enter adds it"
        value={other}
        onChange={setOther}
        onSubmit={add}
      />
    </>
  )
}
