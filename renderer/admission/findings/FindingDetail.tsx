import type { Finding, FindingObject } from '../../../shared/admission/findings/index.ts'
import { checkTexts } from '../../../shared/admission/findings/texts/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { addressOf, copyText } from '../../live/index.ts'
import { Button, Chip, Section } from '../../ui/index.ts'
import { CodeText } from '../parts/CodeText.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import styles from './Findings.module.css'
import { FixLines } from './FixLines.tsx'
import { meaningOf, severityWords } from './shown.ts'

export interface FindingDetailProps {
  readonly context: ContextId
  readonly finding: Finding
}

/** Everything of one finding: what was seen, of which objects, why it matters and what to do. */
export function FindingDetail({ context, finding }: FindingDetailProps) {
  const { id, severity, title, evidence, objects, why, fix } = finding
  const text = Object.hasOwn(checkTexts, id) ? checkTexts[id] : null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <article className={styles.detail} aria-label={`Finding: ${title}`} tabIndex={0}>
      <header className={styles.head}>
        <Chip meaning={meaningOf(severity)}>{severityWords[severity].toLowerCase()}</Chip>
        <h2 className={styles.title}>{visibleText(title)}</h2>
      </header>
      <Section title="What was seen">
        <ul className={styles.sentences}>
          {evidence.map(sentence => (
            <li key={sentence}>
              <CodeText>{sentence}</CodeText>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Objects" aside={objects.length > 1 ? objects.length : undefined}>
        <ul className={styles.objects}>
          {objects.map(object => (
            <ObjectLine
              key={`${object.kind} ${object.ref.namespace}/${object.ref.name} ${object.field}`}
              context={context}
              object={object}
            />
          ))}
        </ul>
      </Section>
      <Section title="Why it matters">
        <p className={styles.sentence}>
          <CodeText>{why}</CodeText>
        </p>
      </Section>
      <Section title="What to do">
        <p className={styles.sentence}>
          <CodeText>{fix.words}</CodeText>
        </p>
        {fix.diff !== undefined && <FixLines diff={fix.diff} />}
      </Section>
      <Section
        title="The check"
        actions={
          <Button look="quiet" onPress={() => void copyText(id, 'the name of the check')}>
            Copy its name
          </Button>
        }
      >
        <p className={styles.sentence}>
          <code className={styles.mono}>{id}</code>
          {text !== null && <CodeText>{` · ${text.title}. ${text.means}`}</CodeText>}
        </p>
        {text !== null && text.fix !== fix.words && (
          <p className={styles.sentence}>
            In general: <CodeText>{text.fix}</CodeText>
          </p>
        )}
      </Section>
    </article>
  )
}

const policyKinds = new Set(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'])

function ObjectLine({
  context,
  object: { kind, ref, field },
}: {
  readonly context: ContextId
  readonly object: FindingObject
}) {
  return (
    <li className={styles.objectLine}>
      <span className={styles.quiet}>{visibleText(kind)}</span>
      <ObjectLink context={context} target={ref} />
      {field !== undefined && <code className={styles.field}>{visibleText(field)}</code>}
      {policyKinds.has(kind) && (
        <a
          className={styles.aside}
          href={addressOf.scratchpad(context, {
            type: 'policy',
            from: `${kind.startsWith('Mutating') ? 'mutating' : 'validating'}/${ref.name}`,
          })}
        >
          open in the scratchpad
        </a>
      )}
    </li>
  )
}
