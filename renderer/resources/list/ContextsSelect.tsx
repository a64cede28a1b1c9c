import { type Ref, useRef, useState } from 'react'
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import type { ContextEntry } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { fullName, useContextList, useContextOpener, useSessions, useTwins } from '../../live/index.ts'
import { Button, focusFirstOption, Icon, overlayPlace, TextField, Tick } from '../../ui/index.ts'
import styles from './ContextsSelect.module.css'

export interface ContextsSelectProps {
  /** The context that the list belongs to; it always stays. */
  readonly home: ContextId
  readonly merged: readonly ContextId[]
  readonly onChange: (merged: readonly ContextId[]) => void
}

/** Contexts that are not open are offered once some of their name is typed, and so many at most. */
const mostClosed = 8

/** Which contexts stand in one list. Open ones are ticked; one that is not open must be opened first. */
export function ContextsSelect(props: ContextsSelectProps) {
  const { home, merged } = props
  const list = useContextList()
  const twins = useTwins()
  const nameOf = (id: ContextId) =>
    fullName(list?.contexts.find(entry => entry.id === id)?.name ?? id, twins.get(id))
  if ((list?.contexts.length ?? 0) < 2 && merged.length === 0) return null
  const text = String(merged.length + 1)
  return (
    <DialogTrigger>
      <Button label={`Contexts: ${[home, ...merged].map(nameOf).join(', ')}`}>
        Contexts
        <span className={styles.value}>{text}</span>
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom start">
        <Dialog aria-label="Contexts in this list" className={styles.dialog ?? ''}>
          <Choices {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Choices({ home, merged, onChange }: ContextsSelectProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const options = useRef<HTMLDivElement>(null)
  const firstClosed = useRef<HTMLButtonElement>(null)
  const twins = useTwins()
  const entries = useContextList()?.contexts ?? []
  const sessions = useSessions() ?? []
  const isOpen = (id: ContextId) =>
    sessions.some(({ context, phase }) => context === id && phase !== 'closed')
  const stands = (id: ContextId) => id === home || merged.includes(id)
  const wanted = text.trim().toLowerCase()
  const shown = entries.filter(({ id, name }) => fullName(name, twins.get(id)).toLowerCase().includes(wanted))
  const ready = shown.filter(({ id }) => isOpen(id) || stands(id))
  const closed = shown.filter(({ id, problem }) => !isOpen(id) && !stands(id) && problem === undefined)
  const open = entries.filter(({ id }) => isOpen(id) && id !== home).map(({ id }) => id)
  const choosable = ready.filter(({ id }) => id !== home)
  const takeAll = (ids: readonly ContextId[]) => {
    onChange(ids)
    // The button that was pressed is of no use any more, and would take the focus with it.
    field.current?.focus()
  }
  const goOn = () => (choosable.length > 0 ? focusFirstOption(options.current) : firstClosed.current?.focus())
  /** Enter ticks the one that is left. One that is not open is not opened by it: its button is. */
  const submit = () => {
    const [only, ...more] = choosable
    if (wanted === '') return
    if (only === undefined || more.length > 0) goOn()
    else {
      onChange(stands(only.id) ? merged.filter(id => id !== only.id) : [...merged, only.id])
      setText('')
    }
  }
  return (
    <>
      <div className={styles.search}>
        <TextField
          ref={field}
          label="Find a context"
          isLabelHidden
          placeholder="Find a context…"
          value={text}
          onChange={setText}
          onSubmit={submit}
          onArrowDown={goOn}
          autoFocus
        />
      </div>
      <ListBox
        ref={options}
        aria-label="Contexts in this list"
        className={styles.list ?? ''}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        items={ready}
        disabledKeys={[home]}
        selectedKeys={[home, ...merged]}
        onSelectionChange={keys => {
          const ids = keys === 'all' ? ready.map(({ id }) => id) : [...keys].map(String)
          onChange(ids.filter(id => id !== home))
        }}
        renderEmptyState={() => <div className={styles.none}>No open context matches “{text}”.</div>}
      >
        {entry => (
          <OpenItem
            entry={entry}
            apart={twins.get(entry.id)}
            isHome={entry.id === home}
            isOpen={isOpen(entry.id)}
          />
        )}
      </ListBox>
      <ClosedContexts
        entries={closed}
        isSearch={wanted !== ''}
        first={firstClosed}
        onTake={entry => takeAll([...merged, entry.id])}
      />
      <div className={styles.foot}>
        <Button isDisabled={open.every(stands)} onPress={() => takeAll([...new Set([...merged, ...open])])}>
          All that are open
        </Button>
        <Button isDisabled={merged.length === 0} onPress={() => takeAll([])}>
          This one alone
        </Button>
      </div>
    </>
  )
}

interface OpenItemProps {
  readonly entry: ContextEntry
  /** What tells it from others of its name. */
  readonly apart: string | undefined
  readonly isHome: boolean
  readonly isOpen: boolean
}

function OpenItem({ entry, apart, isHome, isOpen }: OpenItemProps) {
  return (
    <ListBoxItem id={entry.id} textValue={fullName(entry.name, apart)} className={styles.item ?? ''}>
      <Tick />
      <span className={styles.dot} data-context-colour={entry.colour} />
      <Name entry={entry} apart={apart} />
      {isHome && <span className={styles.note}>this list is its own</span>}
      {!isOpen && <span className={styles.note}>not open</span>}
    </ListBoxItem>
  )
}

function Name({ entry, apart }: Pick<OpenItemProps, 'entry' | 'apart'>) {
  return (
    <span className={styles.name} title={fullName(entry.name, apart)}>
      {visibleText(entry.name)}
      {apart !== undefined && <span className={styles.note}>{` ${visibleText(apart)}`}</span>}
    </span>
  )
}

interface ClosedProps {
  readonly entries: readonly ContextEntry[]
  readonly isSearch: boolean
  /** The button of the first of them. */
  readonly first: Ref<HTMLButtonElement>
  readonly onTake: (entry: ContextEntry) => void
}

/** Nothing is contacted by choosing: a context that is not open has a button that says what it does. */
function ClosedContexts({ entries, isSearch, first, onTake }: ClosedProps) {
  const open = useContextOpener()
  const twins = useTwins()
  if (entries.length === 0) return null
  const shown = isSearch || entries.length <= mostClosed ? entries.slice(0, mostClosed) : []
  const rest = entries.length - shown.length
  return (
    <section className={styles.closed} aria-label="Contexts that are not open">
      <h3 className={styles.heading}>Not open</h3>
      {shown.map((entry, index) => (
        <div key={entry.id} className={styles.closedItem}>
          <span className={styles.dot} data-context-colour={entry.colour} />
          <Name entry={entry} apart={twins.get(entry.id)} />
          <Button
            {...(index === 0 ? { ref: first } : {})}
            label={`Open ${fullName(entry.name, twins.get(entry.id))} and add it`}
            onPress={() => {
              open(entry)
              onTake(entry)
            }}
          >
            Open and add
          </Button>
        </div>
      ))}
      {rest > 0 && (
        <p className={styles.hint}>
          {shown.length === 0
            ? `${rest} more are not open; type some of a name to find one.`
            : `${rest} more match.`}
        </p>
      )}
    </section>
  )
}
