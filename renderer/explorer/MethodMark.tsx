import type { ApiMethod } from '../../shared/ipc/index.ts'
import styles from './Explorer.module.css'

/** The method of a request; what could change something stands out. */
export function MethodMark({ method }: { readonly method: ApiMethod }) {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  return <span className={`${styles.method} ${isRead ? '' : styles.methodWrites}`}>{method}</span>
}
