import type { TreeNode } from '../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../shared/kube/index.ts'
import { addressOf } from '../../../live/index.ts'
import { Banner, Chip, Section, useLater } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { useTree } from '../tree/useTree.ts'

/** Most lines shown of each relation; the tree has them all. */
const most = 8

/** Objects one step away from this one. */
export function RelatedList() {
  const { context, ref } = useSubject()
  const { value } = useTree()
  const isPatient = useLater(200)
  if (value === null) return isPatient ? <p className={styles.hint}>Looking for related objects…</p> : null
  const groups = relatedOf(value.nodes)
  if (groups.size === 0 && value.unreadable.length === 0) return null
  return (
    <Section title="Related" actions={<a href={addressOf.object(context, ref, 'tree')}>Tree</a>}>
      <ul className={styles.related}>
        {[...groups].map(([relation, nodes]) => (
          <li key={relation} className={styles.relation}>
            <span className={styles.relationName}>{relation}</span>
            <ul>
              {nodes.slice(0, most).map(node => (
                <li key={node.id} className={styles.relatedLine}>
                  <RelatedLink node={node} />
                </li>
              ))}
              {nodes.length > most && (
                <li className={styles.hint}>{`${(nodes.length - most).toLocaleString()} more`}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      {value.unreadable.map(error => (
        <Banner key={error.message} meaning="unknown">
          {error.message}
        </Banner>
      ))}
    </Section>
  )
}

function RelatedLink({ node }: { readonly node: TreeNode }) {
  const { context } = useSubject()
  return (
    <>
      <span className={styles.quiet}>{visibleText(node.kind)}</span>
      {node.exists === true ? (
        <a className={styles.mono} href={addressOf.object(context, node.ref)}>
          {visibleText(node.ref.name)}
        </a>
      ) : (
        <span className={styles.mono}>{visibleText(node.ref.name)}</span>
      )}
      {node.state !== '' && <Chip meaning={node.meaning ?? undefined}>{node.state}</Chip>}
    </>
  )
}

/** The owner above and what hangs directly below, by relation, in the tree's order. */
function relatedOf(nodes: readonly TreeNode[]): ReadonlyMap<string, readonly TreeNode[]> {
  const subject = nodes.find(node => node.isSubject)
  const groups = new Map<string, TreeNode[]>()
  if (subject === undefined) return groups
  for (const node of nodes) {
    const relation =
      node.depth === subject.depth - 1 ? 'owned by' : node.depth === subject.depth + 1 ? node.relation : null
    if (relation === null) continue
    const group = groups.get(relation) ?? []
    group.push(node)
    groups.set(relation, group)
  }
  return groups
}
