import { useTransfers } from '../live/index.ts'
import { EmptyState } from '../ui/index.ts'
import { TransferRows } from './TransferRows.tsx'
import styles from './Transfers.module.css'

const columns = ['Copy', 'Container', 'Progress']

/** All copies of this run, the newest first. */
export function TransfersPanel() {
  const transfers = useTransfers()
  if (transfers === null) return null
  if (transfers.length === 0)
    return (
      <EmptyState
        title="No files were copied"
        detail="Choose “Files…” on a pod to browse its containers and to copy files and folders from and to this machine. Copies go on while you work elsewhere, and are listed here until Gatehouse ends."
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.panel} aria-label="Copies of files" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">Copies of files</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {transfers.map(transfer => (
          <TransferRows key={transfer.id} transfer={transfer} />
        ))}
      </table>
    </section>
  )
}
