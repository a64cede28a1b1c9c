import { Component, type ReactNode } from 'react'
import { engine } from '../bridge/index.ts'
import { addressOf, navigate } from '../live/index.ts'
import { Button, EmptyState } from '../ui/index.ts'

interface FaultProps {
  readonly children: ReactNode
  /** True around everything: no other view goes on. */
  readonly isWhole?: boolean
}

interface FaultState {
  readonly message: string | null
}

/** Keeps a mistake of ours inside the view it happened in, says so, and reports it to the log. */
export class Fault extends Component<FaultProps, FaultState> {
  override state: FaultState = { message: null }

  static getDerivedStateFromError(error: unknown): FaultState {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error)
  }

  override render(): ReactNode {
    const { message } = this.state
    if (message === null) return this.props.children
    if (this.props.isWhole)
      return <WholeFault message={message} show={() => this.setState({ message: null })} />
    return (
      <EmptyState
        meaning="bad"
        title="This view failed"
        detail="That is a mistake of Gatehouse, not of the cluster. It was written to the log; the other views go on."
        causes={[message]}
        actions={<Button onPress={() => this.setState({ message: null })}>Show the view again</Button>}
      />
    )
  }
}

function WholeFault({ message, show }: { readonly message: string; readonly show: () => void }) {
  const leave = () => {
    navigate(addressOf.contexts())
    show()
  }
  return (
    <EmptyState
      meaning="bad"
      title="The page failed"
      detail="That is a mistake of Gatehouse, not of a cluster. It was written to the log; the connections go on."
      causes={[message]}
      actions={
        <>
          <Button onPress={show}>Show the page again</Button>
          <Button onPress={leave}>Show all contexts</Button>
        </>
      }
    />
  )
}

/** Writes a mistake of the renderer to main's log. */
export function reportFault(error: unknown): void {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
  const stack = (error instanceof Error ? (error.stack ?? '') : '').slice(0, 20_000)
  engine.call('diagnostics.report', { message, stack }).catch(() => {
    // Without an engine there is no log to write to; the console is what is left.
    console.error(error)
  })
}
