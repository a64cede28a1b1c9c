import { visibleText } from '../../../../shared/kube/index.ts'
import { addressOf } from '../../../live/index.ts'
import { Chip, Icon, MeaningMark } from '../../../ui/index.ts'
import { useSubject } from '../subject.ts'
import { hiddenMeaning, lineWords, type OutlineLine } from './outline.ts'
import styles from './Tree.module.css'

interface TreeLineProps {
  readonly id: string
  readonly line: OutlineLine
  readonly top: number
  readonly height: number
  readonly isActive: boolean
  readonly onChoose: () => void
  readonly onToggle: () => void
}

/** One object of the tree. */
export function TreeLine({ id, line, top, height, isActive, onChoose, onToggle }: TreeLineProps) {
  const { node, rails } = line
  const hidden = hiddenMeaning(line)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names the active item
    <div
      id={id}
      role="treeitem"
      aria-label={visibleText(lineWords(line))}
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={line.hasChildren ? line.isOpen : undefined}
      aria-selected={isActive}
      aria-current={node.isSubject ? 'page' : undefined}
      className={`${styles.line} ${isActive ? styles.active : ''} ${node.isSubject ? styles.subject : ''}`}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={onChoose}
    >
      {rails.slice(0, -1).map((goesOn, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rail is its level
        <span key={level} className={`${styles.rail} ${goesOn && level > 0 ? styles.through : ''}`} />
      ))}
      {line.level > 1 && (
        <span className={`${styles.rail} ${styles.elbow} ${rails.at(-1) ? styles.through : ''}`} />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys open and close */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys open and close */}
      <span
        className={styles.toggle}
        onClick={event => {
          event.stopPropagation()
          if (line.hasChildren) onToggle()
        }}
      >
        {line.hasChildren && <Icon name={line.isOpen ? 'chevronDown' : 'chevronRight'} />}
      </span>
      {node.relation !== '' && <span className={styles.relation}>{node.relation}</span>}
      <span className={styles.kind}>{visibleText(node.kind)}</span>
      <NodeName line={line} />
      {node.state !== '' && <Chip meaning={node.meaning ?? undefined}>{node.state}</Chip>}
      {hidden !== null && (
        <span className={styles.hidden}>
          <MeaningMark meaning={hidden} /> below
        </span>
      )}
    </div>
  )
}

function NodeName({ line: { node } }: { readonly line: OutlineLine }) {
  const { context, ref } = useSubject()
  const elsewhere =
    node.ref.namespace !== '' && node.ref.namespace !== ref.namespace ? `${node.ref.namespace}/` : ''
  const text = (
    <>
      {elsewhere !== '' && <span className={styles.namespace}>{visibleText(elsewhere)}</span>}
      {visibleText(node.ref.name)}
    </>
  )
  if (node.exists !== true || node.isSubject)
    return <span className={`${styles.name} ${node.exists === false ? styles.missing : ''}`}>{text}</span>
  return (
    <a className={styles.name} href={addressOf.object(context, node.ref)} tabIndex={-1}>
      {text}
    </a>
  )
}
