import { mostYamlObjects, type Row } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { copyText } from '../../live/index.ts'
import { progressText, type ViewParams } from '../../table/index.ts'
import { Button, Dialog, Icon, Menu } from '../../ui/index.ts'
import { copyTable, countedRows } from './copying.ts'
import styles from './ResourceList.module.css'
import type { YamlCopying } from './useYamlCopy.ts'

export interface CopyMenuProps {
  readonly params: ViewParams
  /** Keys of the selected rows; none: all that match. */
  readonly selected: ReadonlySet<string>
  /** The rows whose objects are copied as YAML: the selected ones, else the active one. */
  readonly chosen: readonly Row[]
  readonly matching: number
  readonly yaml: YamlCopying
  /** The key that copies YAML, where there is one. */
  readonly contextName: (row: Row) => string
}

/** Copies the selected rows, or all that match, as names, CSV or YAML. */
export function CopyMenu({ params, selected, chosen, matching, yaml, contextName }: CopyMenuProps) {
  const many = countedRows(selected.size, matching)
  return (
    <>
      {yaml.isRunning && <Progress yaml={yaml} />}
      <Menu
        label="Copy"
        trigger={
          <Button label="Copy" isDisabled={matching === 0}>
            <Icon name="copy" />
            <span className={styles.copyLabel}>Copy</span>
          </Button>
        }
        entries={[
          {
            id: 'names',
            label: `Names of ${many}`,
            run: () => void copyTable(params, selected, matching, 'names'),
          },
          {
            id: 'yaml',
            label: yamlLabel(chosen, selected.size),
            isDisabled: chosen.length === 0,
            run: () => yaml.start(chosen),
          },
          {
            id: 'csv',
            label: `CSV of ${many}`,
            run: () => void copyTable(params, selected, matching, 'csv'),
          },
        ]}
      />
      {!yaml.isRunning && yaml.state !== null && <Failures yaml={yaml} contextName={contextName} />}
    </>
  )
}

/** What copying as YAML would take. */
export function yamlLabel(chosen: readonly Row[], selected: number): string {
  const [row] = chosen
  if (selected > mostYamlObjects) return `YAML of the first ${mostYamlObjects} selected`
  if (selected > 0) return `YAML of ${selected} selected`
  return row === undefined ? 'YAML: choose a row first' : `YAML of ${visibleText(row.name)}`
}

function Progress({ yaml }: { readonly yaml: YamlCopying }) {
  const { state } = yaml
  return (
    <span className={styles.progress} role="status">
      {state === null ? 'Fetching…' : `Fetched ${progressText(state.done, state.total)}`}
      <Button look="quiet" label="Give up copying" onPress={yaml.end}>
        <Icon name="close" />
      </Button>
    </span>
  )
}

function Failures({ yaml, contextName }: Pick<CopyMenuProps, 'yaml' | 'contextName'>) {
  const { state } = yaml
  if (state === null) return null
  const copied = state.total - state.failures.length
  const again = () => void copyText(state.text ?? '', `${copied} objects as YAML`)
  return (
    <Dialog
      title={copied === 0 ? 'Nothing could be copied' : `Copied ${copied} of ${state.total} as YAML`}
      isOpen
      isWide
      onClose={yaml.end}
      actions={
        <>
          {copied > 0 && <Button onPress={again}>Copy them again</Button>}
          <Button look="primary" onPress={yaml.end}>
            Close
          </Button>
        </>
      }
    >
      <p>These could not be had:</p>
      <ul className={styles.failures}>
        {state.failures.map(({ context, ref, error }) => (
          <li key={`${context} ${ref.namespace} ${ref.name}`}>
            <code>{visibleText(ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`)}</code>
            {` in ${visibleText(contextName({ context } as Row))}: ${visibleText(error.message)}`}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
