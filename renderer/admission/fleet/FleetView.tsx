import { useMemo, useState } from 'react'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { addressOf, fullName, navigate, useContextList, useTwins } from '../../live/index.ts'
import { Banner, Button, EmptyState, SplitPane } from '../../ui/index.ts'
import { FilterText } from '../parts/FilterText.tsx'
import viewStyles from '../parts/View.module.css'
import { CellDetail } from './CellDetail.tsx'
import { FleetGrid } from './FleetGrid.tsx'
import { FleetNotes, NoRows } from './FleetNotes.tsx'
import { type ChosenCell, fleetMatrix, shownRows } from './matrix.ts'
import { useFleet } from './useFleet.ts'

/** Policies and webhooks of all open contexts beside each other, compared with how this one has them. */
export function FleetView({ context }: { readonly context: ContextId }) {
  const { members, failures } = useFleet(context)
  const entries = useContextList()?.contexts ?? []
  const twins = useTwins()
  const nameOf = (id: ContextId) =>
    fullName(entries.find(entry => entry.id === id)?.name ?? id, twins.get(id))
  const [filter, setFilter] = useState({ text: '', onlyUneven: false })
  const [chosen, setChosen] = useState<ChosenCell | null>(null)
  const rows = useMemo(() => fleetMatrix(members), [members])
  const shown = shownRows(rows, filter)
  const row = shown.find(({ id }) => id === chosen?.row) ?? null
  const closed = entries.length - members.length
  const uneven = rows.filter(({ isUneven }) => isUneven).length
  const notes = { members, failures, nameOf }
  if (rows.length === 0) return <NoRows {...notes} />
  return (
    <div className={viewStyles.view}>
      <div className={viewStyles.toolbar}>
        <FilterText
          label="Filter policies and webhooks"
          value={filter.text}
          onChange={text => setFilter({ ...filter, text })}
        />
        {(uneven > 0 || filter.onlyUneven) && (
          <Button
            isPressed={filter.onlyUneven}
            onPress={() => setFilter({ ...filter, onlyUneven: !filter.onlyUneven })}
          >
            {`Only the ${uneven} uneven`}
          </Button>
        )}
        <span className={viewStyles.gap} />
        <span className={viewStyles.hint}>
          {closed > 0
            ? `Only open contexts are asked: ${counted(closed, 'other', 'others')} ${closed === 1 ? 'is' : 'are'} not open`
            : `${counted(members.length, 'context')}`}
        </span>
        {closed > 0 && <Button onPress={() => navigate(addressOf.contexts())}>Open more…</Button>}
      </div>
      <FleetNotes {...notes} />
      {members.length === 1 && (
        <Banner meaning="unknown">
          {`Only ${visibleText(nameOf(context))} is open. Open another context, and how it differs stands beside it.`}
        </Banner>
      )}
      {shown.length === 0 ? (
        <EmptyState
          title="Nothing fits the filter"
          actions={<Button onPress={() => setFilter({ text: '', onlyUneven: false })}>Show all</Button>}
        />
      ) : (
        <SplitPane
          direction="rows"
          label="Size of the comparison"
          share={45}
          first={
            <FleetGrid rows={shown} members={members} nameOf={nameOf} chosen={chosen} onChoose={setChosen} />
          }
          second={
            row === null || chosen === null ? null : (
              <CellDetail
                key={`${chosen.row} ${chosen.context}`}
                row={row}
                context={chosen.context}
                nameOf={nameOf}
                onClose={() => setChosen(null)}
              />
            )
          }
        />
      )}
    </div>
  )
}
