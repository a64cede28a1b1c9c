import type { ForwardChoices } from '../../shared/ipc/index.ts'

/** A port in the dialog: whether it is forwarded, and to which port of this machine. */
export interface PortDraft {
  /** What is asked for: a number or a name; empty for the port that is typed. */
  readonly asked: string
  readonly isChosen: boolean
  /** As typed; empty: any free port. */
  readonly local: string
}

export interface Draft {
  readonly ports: readonly PortDraft[]
  /** A port that no container declares, as typed; empty for none. */
  readonly other: { readonly remote: string; readonly local: string }
}

/** The first port that can be forwarded to is chosen: one press of Enter is enough. */
export function initialDraft({ ports }: Pick<ForwardChoices, 'ports'>): Draft {
  const first = ports.findIndex(({ protocol }) => protocol === 'TCP')
  return {
    ports: ports.map(({ asked, local }, index) => ({
      asked,
      isChosen: index === first,
      local: local === 0 ? '' : String(local),
    })),
    other: { remote: '', local: '' },
  }
}

export interface DraftProblems {
  /** What is wrong with a local port, by its place; absent where it is right or not forwarded. */
  readonly locals: ReadonlyMap<number, string>
  readonly otherRemote?: string
  readonly otherLocal?: string
  /** Nothing would be forwarded. */
  readonly isNothing: boolean
}

/** What has to be put right before the draft can be started. */
export function problemsOf({ ports, other }: Draft): DraftProblems {
  const locals = new Map<number, string>()
  const seen = new Set<string>()
  const problemOf = (local: string): string | undefined => {
    const text = local.trim()
    if (text === '') return undefined
    if (portOf(text) === null) return notAPort
    if (seen.has(text)) return `Port ${text} is used twice.`
    seen.add(text)
    return undefined
  }
  for (const [index, port] of ports.entries()) {
    const problem = port.isChosen ? problemOf(port.local) : undefined
    if (problem !== undefined) locals.set(index, problem)
  }
  const hasOther = other.remote.trim() !== ''
  const otherLocal = hasOther ? problemOf(other.local) : undefined
  return {
    locals,
    ...(hasOther && portOf(other.remote.trim()) === null ? { otherRemote: notAPort } : {}),
    ...(otherLocal === undefined ? {} : { otherLocal }),
    isNothing: !hasOther && ports.every(({ isChosen }) => !isChosen),
  }
}

export function isReady({ locals, otherRemote, otherLocal, isNothing }: DraftProblems): boolean {
  return locals.size === 0 && otherRemote === undefined && otherLocal === undefined && !isNothing
}

/** What is asked of main; 0 stands for any free port. */
export function wantedPorts({ ports, other }: Draft): { asked: string; local: number }[] {
  const chosen = ports.filter(({ isChosen }) => isChosen)
  const remote = other.remote.trim()
  return [...chosen, ...(remote === '' ? [] : [{ asked: remote, local: other.local }])].map(
    ({ asked, local }) => ({ asked, local: portOf(local.trim()) ?? 0 }),
  )
}

const notAPort = 'A port is a number from 1 to 65535.'

function portOf(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}
