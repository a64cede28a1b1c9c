import { useMemo, useState } from 'react'
import type { FixDiff } from '../../../shared/admission/findings/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { copyText } from '../../live/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './FixLines.module.css'
import { diffText, foldText, type TextLine, textDiff } from './lines.ts'

/** The change of one object as lines of YAML, to read and to copy. */
export function FixLines({ diff }: { readonly diff: FixDiff }) {
  const [isWhole, setIsWhole] = useState(false)
  const { object, before, after } = diff
  const lines = useMemo(() => textDiff(before, after), [before, after])
  const parts = useMemo(
    () => (isWhole ? [{ type: 'lines' as const, lines }] : foldText(lines)),
    [lines, isWhole],
  )
  const place = object.ref.namespace === '' ? object.ref.name : `${object.ref.namespace}/${object.ref.name}`
  const name = `${object.kind} ${place}`
  const isNew = before === ''
  const copyChange = () => void copyText(diffText(name, lines), 'the change')
  return (
    <div className={styles.fix}>
      <div className={styles.head}>
        <span className={styles.name}>
          {visibleText(name)}
          {isNew && ' · to be created'}
        </span>
        <span className={styles.gap} />
        {!isNew && <Button onPress={copyChange}>Copy the diff</Button>}
        <Button onPress={() => void copyText(JSON.stringify(diff.operations, null, 2), 'the JSON patch')}>
          Copy as JSON patch
        </Button>
        {isNew && <Button onPress={() => void copyText(after, 'the YAML')}>Copy the YAML</Button>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus */}
      <section className={styles.lines} aria-label={`Change of ${name}`} tabIndex={0}>
        <div className={styles.sheet}>
          {parts.map((part, at) =>
            part.type === 'fold' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
              <div key={at} className={styles.fold}>
                <Button look="quiet" onPress={() => setIsWhole(true)}>
                  {`▸ ${part.count} unchanged lines`}
                </Button>
              </div>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
              <Lines key={at} lines={part.lines} />
            ),
          )}
        </div>
      </section>
      <p className={styles.note}>
        Entries of lists that do not change are left out and long values are shortened: to read and to copy
        lines from. The JSON patch is whole. Nothing is written to the cluster.
      </p>
    </div>
  )
}

const signs = { same: ' ', removed: '−', added: '+' } as const
const words = { same: '', removed: 'removed', added: 'added' } as const

function Lines({ lines }: { readonly lines: readonly TextLine[] }) {
  return lines.map(({ kind, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice
    <div key={at} className={`${styles.line} ${styles[kind]}`}>
      <span className={styles.sign} aria-hidden="true">
        {signs[kind]}
      </span>
      <span className="visually-hidden">{words[kind]}</span>
      <span>{visibleText(text)}</span>
    </div>
  ))
}
