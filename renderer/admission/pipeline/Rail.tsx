import { counted } from '../../../shared/words/index.ts'
import { type Look, type Meaningful, meaningInWords } from './outcomes.ts'
import styles from './Rail.module.css'
import { colourOf, StationNode } from './shapes.tsx'
import { columnsOf, type Station, type StationId } from './stations.ts'
import { type Segment, trackOf } from './track.ts'

export interface RailProps {
  readonly stations: readonly Station[]
  /** Stations whose cards are in sight. */
  readonly inSight: ReadonlySet<StationId>
  /** Goes to a station's cards. Left out: the stations are no buttons. */
  readonly onGo?: ((station: StationId) => void) | undefined
}

/** The way from left to right: a node a station, in the shape of what it does with the request. */
export function Rail({ stations, inSight, onGo }: RailProps) {
  const track = trackOf(stations)
  return (
    <ol className={styles.rail} aria-label="Stations" style={{ gridTemplateColumns: columnsOf(stations) }}>
      {stations.map((station, at) => (
        <li key={station.id} className={`${styles.station} ${inSight.has(station.id) ? '' : styles.away}`}>
          <Track
            segment={track[at]}
            isFirst={at === 0}
            isLast={at === stations.length - 1}
            look={station.look}
          />
          {onGo === undefined ? (
            <div className={styles.label}>
              <Label station={station} />
            </div>
          ) : (
            <button type="button" className={styles.label} onClick={() => onGo(station.id)}>
              <Label station={station} />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Where it is not known whether a request comes along the line is dashed. */
const lineOf = (look: Look): string =>
  `${styles.line} ${colourOf(look)} ${look === 'unknown' ? styles.dashed : ''}`

interface TrackProps {
  readonly segment: Segment | undefined
  readonly look: Look
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Track({ segment, look, isFirst, isLast }: TrackProps) {
  const { before, behind } = segment ?? { before: 'idle', behind: 'idle' }
  return (
    <div className={styles.track}>
      <span className={`${lineOf(before)} ${isFirst ? styles.start : ''}`} />
      <StationNode look={look} />
      <span className={`${lineOf(behind)} ${isLast ? styles.end : ''}`} />
    </div>
  )
}

function Label({ station }: { readonly station: Station }) {
  return (
    <>
      <span className={styles.title}>{station.title}</span>
      <span className={styles.count}>{countOf(station)}</span>
      <span className="visually-hidden">{meaningOf(station)}</span>
    </>
  )
}

function countOf({ cards, acting, isNotReached, unreadable }: Station): string {
  if (isNotReached) return 'not reached'
  // Not even that there is none is known.
  if (cards.length === 0 && unreadable.length > 0) return 'not readable'
  if (cards.length === 0) return 'none'
  return acting === cards.length ? String(acting) : `${acting} of ${cards.length}`
}

function meaningOf({ cards, look, isNotReached, acting }: Station): string {
  if (isNotReached || look === 'idle' || cards.length === 0) return ''
  const meaning: Meaningful = look
  return `, ${counted(acting, 'acts', 'act')}: ${meaningInWords[meaning]}`
}
