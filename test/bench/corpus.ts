import { join } from 'node:path'

/**
 * The definition of 1.4 MB of the corpus that lies beside the checkout; `GATEHOUSE_SHARED` names
 * another folder. It may not be there.
 */
export function largeDefinition(): string {
  const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared')
  return join(shared, 'corpus/argo-cd/crd-applicationsets-huge.yaml')
}
