import type { Settings } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { useSettings } from '../live/index.ts'
import { Button, Checkbox, Chip, Section } from '../ui/index.ts'
import { leftOutPaths, withoutPath } from './leftOut.ts'
import { Line, Lines, Note } from './parts.tsx'
import { save } from './save.ts'

/** What comparisons overlook, as it was chosen there or here. */
export function CompareChoices() {
  const compare = useSettings()?.compare
  if (compare === undefined) return null
  const choose = (change: Partial<Settings['compare']>) => save({ compare: { ...compare, ...change } })
  const leftOut = leftOutPaths(compare.paths)
  return (
    <>
      <Section title="What is overlooked">
        <Note>Holds for all comparisons at once, and can be switched above each of them too.</Note>
        <Checkbox isChecked={compare.serverFields} onChange={serverFields => choose({ serverFields })}>
          Hide status and server fields
        </Checkbox>
        <Checkbox isChecked={compare.defaults} onChange={defaults => choose({ defaults })}>
          Hide defaults
        </Checkbox>
      </Section>
      <Section title="Paths that are left out" aside={String(leftOut.length)}>
        <Note>
          {leftOut.length === 0
            ? 'No path is left out. Leave out… above a comparison adds one.'
            : 'Differences at these paths are not shown. Leave out… above a comparison adds more.'}
        </Note>
        <Lines label="Paths that are left out">
          {leftOut.map(one => {
            const kind = one.kind === '' ? 'all kinds' : one.kind
            return (
              <Line
                key={JSON.stringify(one)}
                action={
                  <Button
                    label={`Remove ${one.path} of ${kind}`}
                    onPress={() => choose({ paths: withoutPath(compare.paths, one) })}
                  >
                    Remove
                  </Button>
                }
              >
                <code>{visibleText(one.path)}</code>
                <Chip>{visibleText(kind)}</Chip>
              </Line>
            )
          })}
        </Lines>
      </Section>
    </>
  )
}
