import { focusRows } from '../../table/index.ts'
import { FilterField } from '../../ui/index.ts'
import viewStyles from './View.module.css'

export interface FilterTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The text that a view is filtered by, at the beginning of its toolbar; Enter leads to the rows. */
export function FilterText(props: FilterTextProps) {
  return (
    <div className={viewStyles.filter}>
      <FilterField {...props} onSubmit={focusRows} />
    </div>
  )
}
