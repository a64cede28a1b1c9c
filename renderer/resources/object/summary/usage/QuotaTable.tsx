import type { QuotaLine } from '../../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../../shared/kube/index.ts'
import { amountText, shareText, type Unit, UsageBar } from '../../../../charts/index.ts'
import objectStyles from '../../Object.module.css'
import styles from './Usage.module.css'

/** What quotas of the namespace leave of CPU and memory. */
export function QuotaTable({ quotas }: { readonly quotas: readonly QuotaLine[] }) {
  return (
    <table className={objectStyles.table}>
      <caption className="visually-hidden">Quotas for CPU and memory</caption>
      <thead>
        <tr>
          <th scope="col">Quota</th>
          <th scope="col">Of</th>
          <th scope="col" className={styles.number}>
            Used
          </th>
          <th scope="col" className={styles.number}>
            Hard
          </th>
          <th scope="col" className={styles.number}>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {quotas.map(({ quota, resource, used, hard }) => {
          const unit: Unit = resource.endsWith('cpu') ? 'cpu' : 'memory'
          return (
            <tr key={`${quota} ${resource}`}>
              <td className={objectStyles.mono}>{visibleText(quota)}</td>
              <td className={objectStyles.mono}>{visibleText(resource)}</td>
              <td className={styles.number}>
                <UsageBar unit={unit} figure={{ used, requests: null, limits: hard }} bound="quota" />
              </td>
              <td className={styles.number}>
                <span className={objectStyles.mono}>{amountText(unit, hard)}</span>
              </td>
              <td className={styles.number}>{shareText(used, hard)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
