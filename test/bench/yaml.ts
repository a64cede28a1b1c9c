import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { changesOf, compare, diffLines, foldUnchanged, yamlLines } from '../../shared/diff/index.ts'
import { largeDefinition } from './corpus.ts'
import { reportSpread } from './figures.ts'

const runs = 9

/**
 * The work behind the YAML of a definition of 1.4 MB and behind the diff of two of them: lines
 * with their paths; comparison, rows of two columns and the folding of what is equal.
 */
export function benchYaml(): Promise<void> {
  const file = largeDefinition()
  if (!existsSync(file)) {
    console.log(`yaml: skipped, because ${file} is not here; GATEHOUSE_SHARED names another folder.`)
    return Promise.resolve()
  }
  const before = parse(readFileSync(file, 'utf8')) as Definition
  const after = structuredClone(before)
  const [version] = after.spec.versions
  if (version === undefined) throw new Error('the definition has no version')
  version.schema.openAPIV3Schema.properties.spec.description = 'changed'
  const printed: number[] = []
  const compared: number[] = []
  for (let run = 0; run < runs; run++) {
    printed.push(timed(() => yamlLines(before)))
    compared.push(
      timed(() => {
        const node = compare(before, after)
        changesOf(node)
        foldUnchanged(diffLines(node))
      }),
    )
  }
  reportSpread('yaml.lines', printed, '500')
  reportSpread('yaml.diff', compared, '1000')
  return Promise.resolve()
}

interface Definition {
  readonly spec: {
    readonly versions: readonly {
      readonly schema: {
        readonly openAPIV3Schema: { readonly properties: { readonly spec: { description?: string } } }
      }
    }[]
  }
}

function timed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
