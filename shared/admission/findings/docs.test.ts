import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findingIds } from './ids.ts'
import { checkTexts } from './texts/index.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/findings.md'), 'utf8')
const sections = new Map(
  docs
    .split(/^### /m)
    .slice(1)
    .map(section => [section.split('\n', 1)[0], section] as const),
)

describe('docs/findings.md', () => {
  it('has a section for each check, and none for others', () => {
    expect([...sections.keys()].sort()).toEqual([...findingIds].sort())
  })

  it.each(findingIds)('says of %s what the finding says', id => {
    const { title, severity, means, why, fix } = checkTexts[id]
    const section = sections.get(id)
    for (const text of [`**${title}** (${severity})`, means, why, fix]) expect(section).toContain(text)
  })
})
