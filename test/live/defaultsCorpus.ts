import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { sampleObjects } from '../../main/snapshot/sample/index.ts'
import { isBuiltIn } from '../../shared/admission/defaults/index.ts'
import { type DefaultsQuestion, kindOf } from './defaultsOracle.ts'

/** Manifests of public projects, kept beside the checkout. */
const corpus = join(process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared'), 'corpus')

function asQuestion(object: unknown): readonly DefaultsQuestion[] {
  if (typeof object !== 'object' || object === null) return []
  const { apiVersion, kind, items } = object as Record<string, unknown>
  if (kind === 'List' && Array.isArray(items)) return items.flatMap(asQuestion)
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return []
  return isBuiltIn(kindOf({ apiVersion, kind })) ? [{ apiVersion, kind, object }] : []
}

/** All objects of built-in kinds in the corpus; none where it is not there. */
export function corpusQuestions(): readonly DefaultsQuestion[] {
  if (!existsSync(corpus)) return []
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.ya?ml$/.test(file))
    .flatMap(file => {
      const documents = parseAllDocuments(readFileSync(join(corpus, file), 'utf8'), { uniqueKeys: false })
      return documents.flatMap(document =>
        'toJS' in document && document.errors.length === 0 ? asQuestion(document.toJS()) : [],
      )
    })
}

/** All objects of built-in kinds in the sample cluster. */
export function sampleQuestions(): readonly DefaultsQuestion[] {
  return sampleObjects(Date.UTC(2026, 0, 1)).flatMap(object => asQuestion(JSON.parse(JSON.stringify(object))))
}
