import { engine } from '../../bridge/index.ts'
import { announce, copyText, errorBody } from '../../live/index.ts'
import type { ViewParams } from '../../table/index.ts'
import { Button, Icon, Menu } from '../../ui/index.ts'

export interface CopyMenuProps {
  readonly params: ViewParams
  /** Keys of the selected rows; none: all that match. */
  readonly selected: ReadonlySet<string>
  readonly matching: number
}

/** Copies the selected rows, or all that match, as names or as CSV. */
export function CopyMenu({ params, selected, matching }: CopyMenuProps) {
  const many = selected.size > 0 ? `${selected.size} selected` : `all ${matching}`
  const copy = async (format: 'names' | 'csv', what: string) => {
    try {
      const text = await engine.call('tables.copy', { ...params, format, keys: [...selected] })
      await copyText(text, what)
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  return (
    <Menu
      label="Copy"
      trigger={
        <Button isDisabled={matching === 0}>
          <Icon name="copy" />
          Copy
        </Button>
      }
      entries={[
        {
          id: 'names',
          label: `Names of ${many}`,
          run: () => void copy('names', `the names of ${many}`),
        },
        { id: 'csv', label: `CSV of ${many}`, run: () => void copy('csv', `${many} as CSV`) },
      ]}
    />
  )
}
