import { type ContextId, type ObjectRef, visibleText } from '../../../shared/kube/index.ts'
import { addressOf } from '../../live/index.ts'
import styles from './ObjectLink.module.css'

export interface ObjectLinkProps {
  readonly context: ContextId
  readonly target: ObjectRef
  /** Left out: `namespace/name`. */
  readonly children?: string
}

/** A link to the page of an object. */
export function ObjectLink({ context, target, children }: ObjectLinkProps) {
  const text = target.namespace === '' ? target.name : `${target.namespace}/${target.name}`
  return (
    <a className={styles.link} href={addressOf.object(context, target)}>
      {visibleText(children ?? text)}
    </a>
  )
}
