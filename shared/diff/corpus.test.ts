import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { formatPath, type KubeObject, ownersAt, readOwnership } from '../kube/index.ts'
import { changesOf } from './changes.ts'
import { compare } from './compare.ts'
import { defaultsOfKind } from './defaults.ts'
import { diffLines, foldUnchanged } from './lines.ts'
import { withoutServerFields } from './normal.ts'
import { printYaml, yamlLines } from './yaml.ts'

const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared')
const folder = join(shared, 'corpus/argo-cd')
const isThere = existsSync(folder)
if (!isThere) console.warn(`skipped: no corpus at ${folder}; set GATEHOUSE_SHARED to its parent`)

const read = (name: string): KubeObject => parse(readFileSync(join(folder, name), 'utf8')) as KubeObject

describe.skipIf(!isThere)('objects of public projects', () => {
  it('a webhook configuration differs from the live one in what was injected, and says by whom', () => {
    const desired = read('diff-desired-vwc.yaml')
    const live = read('diff-live-vwc.yaml')
    const node = compare(withoutServerFields(desired), withoutServerFields(live), {
      defaults: defaultsOfKind(live.kind),
    })
    expect(changesOf(node).map(change => formatPath(change.path))).toEqual([
      'webhooks[name=validate.externalsecret.external-secrets.io].clientConfig.caBundle',
    ])
    const owners = ownersAt(readOwnership(live), ['webhooks', 0, 'clientConfig', 'caBundle'])
    expect(owners.map(owner => owner.manager)).toEqual(['external-secrets'])
  })

  it('a definition of 1.4 MB prints, reads back and compares (times are reported, not judged)', () => {
    const definition = read('crd-applicationsets-huge.yaml')
    const changed = { ...definition, metadata: { ...definition.metadata, labels: { changed: 'yes' } } }
    const began = performance.now()
    const lines = yamlLines(definition)
    const printed = performance.now()
    const rows = diffLines(compare(definition, changed))
    const compared = performance.now()
    console.log(
      `a definition of 1.4 MB: ${lines.length} lines: print ${Math.round(printed - began)} ms, compare ${Math.round(compared - printed)} ms`,
    )
    expect(parse(printYaml(definition))).toEqual(definition)
    expect(foldUnchanged(rows).filter(segment => segment.type === 'rows')).toHaveLength(1)
  }, 30_000)
})
