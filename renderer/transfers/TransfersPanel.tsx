import { useTransfers } from '../live/index.ts'
import { DockTable, EmptyState } from '../ui/index.ts'
import { TransferRows } from './TransferRows.tsx'

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
    <DockTable label="Copies of files" columns={columns}>
      {transfers.map(transfer => (
        <TransferRows key={transfer.id} transfer={transfer} />
      ))}
    </DockTable>
  )
}
