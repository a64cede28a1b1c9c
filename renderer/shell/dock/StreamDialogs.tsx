import { lazy, Suspense } from 'react'
import { closeStreamQuestion, type StreamQuestion, useStreamQuestion } from '../../live/index.ts'

const FilesDialog = lazy(async () => ({ default: (await import('../../transfers/index.ts')).FilesDialog }))
const ForwardDialog = lazy(async () => ({ default: (await import('../../forwards/index.ts')).ForwardDialog }))
const ShellDialog = lazy(async () => ({ default: (await import('../../terminals/index.ts')).ShellDialog }))
const DebugDialog = lazy(async () => ({ default: (await import('../../terminals/index.ts')).DebugDialog }))

/** The dialog of whatever asks before it opens: a container, a debug image, a port, a folder. */
export function StreamDialogs() {
  const asked = useStreamQuestion()
  if (asked === null) return null
  return (
    <Suspense fallback={null}>
      <StreamDialog asked={asked} />
    </Suspense>
  )
}

function StreamDialog({ asked }: { readonly asked: StreamQuestion }) {
  const { about, context, objectRef, container } = asked
  const place = { context, objectRef, onClose: closeStreamQuestion }
  switch (about) {
    case 'shell':
    case 'attach':
      return <ShellDialog {...place} kind={about} container={container} />
    case 'debug':
      return <DebugDialog {...place} />
    case 'forward':
      return <ForwardDialog {...place} />
    case 'files':
      return <FilesDialog {...place} container={container} />
  }
}
