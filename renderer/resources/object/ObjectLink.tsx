import type { ReactNode } from 'react'
import { visibleText } from '../../../shared/kube/index.ts'
import type { KindName } from '../../../shared/relations/index.ts'
import { addressOf } from '../../live/index.ts'
import styles from './Object.module.css'
import { refOfKind, useSubject } from './subject.ts'

export interface ObjectLinkProps {
  readonly kind: KindName
  readonly namespace: string
  readonly name: string
  readonly children?: ReactNode
}

/** A link to an object named by its kind; plain text where the kind is not served. */
export function ObjectLink({ kind, namespace, name, children }: ObjectLinkProps) {
  const { context, discovery } = useSubject()
  const ref = refOfKind(discovery, kind, namespace, name)
  const text = children ?? visibleText(name)
  if (ref === null) return <span className={styles.mono}>{text}</span>
  return (
    <a className={styles.mono} href={addressOf.object(context, ref)}>
      {text}
    </a>
  )
}
