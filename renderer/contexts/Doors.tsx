import { AddPathDialog, PasteDialog } from './AddDialogs.tsx'
import { DumpDialog } from './DumpDialog.tsx'
import { closeDoor, useDoor } from './doors.ts'

/** The dialog of the door that is open. Stands once, in the frame. */
export function Doors() {
  const { door, paths } = useDoor()
  switch (door) {
    case null:
      return null
    case 'path':
      return <AddPathDialog onClose={closeDoor} />
    case 'paste':
      return <PasteDialog onClose={closeDoor} />
    case 'dump':
      return <DumpDialog key={paths.join('\n')} paths={paths} onClose={closeDoor} />
  }
}
