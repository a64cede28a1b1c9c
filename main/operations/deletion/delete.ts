import type { Operation, Plan } from '../../../shared/ipc/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { resourcePath } from '../../api/index.ts'
import { kindKey } from '../kinds.ts'
import { forEachTarget, type PlannedOperation, pluralOf, titleOf } from '../requests.ts'
import { refsOf } from '../rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from '../targets.ts'
import { deleteOptions } from './options.ts'
import { previewDeletion } from './preview.ts'

type Delete = Extract<Operation, { readonly type: 'delete' }>

/** Kinds with which more goes than one sees. */
const grave: ReadonlySet<string> = new Set([
  '/Namespace',
  '/Node',
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
])
/** So many at once are typed, too. */
const manyTargets = 10

/** Deletes objects one by one, with a preview of what goes with them. */
export async function planDelete(
  setup: Setup,
  targets: Targets,
  operation: Delete,
): Promise<PlannedOperation> {
  const { grace, preconditions } = operation
  if (!setup.info.verbs.includes('delete'))
    throw refusal(
      'NoDelete',
      `Objects of ${setup.info.kind} cannot be deleted one by one: the server offers no such operation.`,
    )
  const requests = forEachTarget(setup, targets, 'delete', target => {
    const { ref, kind, object } = target
    const name = nameOf(kind, ref)
    if (object.metadata.deletionTimestamp !== undefined && grace !== 0)
      throw refusal('Deleting', `${name} is being deleted already.`)
    return {
      ref,
      kind,
      title: `delete ${name}`,
      method: 'DELETE',
      path: resourcePath(ref.resource, { namespace: ref.namespace, name: ref.name }),
      contentType: 'application/json',
      body: deleteOptions(operation, preconditions, target),
      dryRun: 'query',
    }
  })
  const { consequences } = await previewDeletion(setup, targets.found, operation)
  return {
    title: titleOf('Delete', setup, refsOf(targets)),
    requests,
    consequences,
    typed: typedFor(setup, targets.found, grace),
  }
}

function typedFor({ info }: Setup, targets: readonly Target[], grace: number): Plan['typed'] {
  const [first] = targets
  if (first === undefined) return null
  const isGrave = grave.has(kindKey(info))
  if (targets.length >= manyTargets || (isGrave && targets.length > 1))
    return {
      text: String(targets.length),
      why: `Type the number of objects: ${counted(targets.length, info.kind, pluralOf(info.kind))} are deleted.`,
    }
  if (isGrave)
    return { text: first.ref.name, why: `Type the name of the ${info.kind}: more goes with it than itself.` }
  if (grace === 0 && info.kind === 'Pod')
    return {
      text: first.ref.name,
      why: 'Type the name of the pod: with a grace of 0 it may still run on its node.',
    }
  return null
}
