import type { MatchCondition, Setting, Writer } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Age } from '../../ui/index.ts'
import { CelExpression } from './CelExpression.tsx'
import styles from './facts.module.css'

/** A value with a mark where it is the server's default and not written in the object. */
export function SettingValue({
  setting,
  unit = '',
}: {
  readonly setting: Setting<string | number>
  readonly unit?: string
}) {
  return (
    <>
      {setting.value === '' ? 'not given' : `${setting.value}${unit}`}
      {!setting.given && setting.value !== '' && <span className={styles.faint}> (default)</span>}
    </>
  )
}

/** Who wrote an object, the latest first. */
export function Writers({ writers }: { readonly writers: readonly Writer[] }) {
  if (writers.length === 0) return <span className={styles.faint}>not recorded</span>
  return (
    <>
      {writers.slice(0, 3).map((writer, at) => (
        <span key={writer.manager}>
          {at > 0 && ', '}
          <span className={styles.mono}>{visibleText(writer.manager)}</span>
          {writer.at > 0 && (
            <span className={styles.faint}>
              {' '}
              <Age since={writer.at} /> ago
            </span>
          )}
        </span>
      ))}
    </>
  )
}

/** Match conditions, or a word that there are none. */
export function MatchConditions({ conditions }: { readonly conditions: readonly MatchCondition[] }) {
  return (
    <ul className={styles.expressions}>
      {conditions.map(condition => (
        <li key={condition.name} className={styles.expression}>
          <span className={styles.caption}>
            Match condition <span className={styles.mono}>{visibleText(condition.name)}</span>
          </span>
          <CelExpression label={`Match condition ${condition.name}`} expression={condition.expression} />
        </li>
      ))}
    </ul>
  )
}

/** A long list of names, the first of them and how many more. */
export function Names({ names, limit = 12 }: { readonly names: readonly string[]; readonly limit?: number }) {
  return (
    <span className={styles.mono}>
      {visibleText(names.slice(0, limit).join(', '))}
      {names.length > limit && <span className={styles.faint}> and {names.length - limit} more</span>}
    </span>
  )
}
