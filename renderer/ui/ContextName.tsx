import { visibleText } from '../../shared/kube/index.ts'
import styles from './ContextName.module.css'

export interface ContextNameProps {
  /** Null: no kubeconfig names it any more. */
  readonly entry: { readonly name: string; readonly colour: number } | null
}

/** The name of a context with its colour, where several contexts meet. */
export function ContextName({ entry }: ContextNameProps) {
  return (
    <span className={styles.context}>
      <span className={styles.dot} data-context-colour={entry?.colour ?? 11} />
      {visibleText(entry?.name ?? 'a context that is gone')}
    </span>
  )
}
