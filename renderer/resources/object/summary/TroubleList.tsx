import { visibleText } from '../../../../shared/kube/index.ts'
import { Age, Panel } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import type { Trouble } from './trouble.ts'

/** Containers that do not run, before everything else. */
export function TroubleList({ troubles }: { readonly troubles: readonly Trouble[] }) {
  return troubles.map(trouble => (
    <Panel key={trouble.container} meaning="bad">
      <p>
        <strong>{visibleText(`Container ${trouble.container}: ${trouble.state}`)}</strong>
        {trouble.lastExit !== null && (
          <>
            , last ended with {trouble.lastExit.code}
            {trouble.lastExit.reason !== '' && visibleText(` (${trouble.lastExit.reason})`)}
            {trouble.lastExit.at !== null && (
              <>
                {' '}
                <Age since={trouble.lastExit.at} /> ago
              </>
            )}
          </>
        )}
        {trouble.restarts > 0 && `, ${trouble.restarts.toLocaleString()} restarts`}.
      </p>
      {trouble.message !== '' && <p className={styles.mono}>{visibleText(trouble.message)}</p>}
    </Panel>
  ))
}
