import type { Operation } from '../../../shared/ipc/index.ts'
import { parseFieldSelector, parseLabelSelector } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { resourcePath } from '../../api/index.ts'
import type { PlannedRequest } from '../../writes/index.ts'
import { listKind } from '../listing.ts'
import { consequence, type PlannedOperation, pluralOf } from '../requests.ts'
import { refusal, type Setup } from '../targets.ts'
import { deleteOptions } from './options.ts'
import { previewDeletion } from './preview.ts'

type DeleteCollection = Extract<Operation, { readonly type: 'deleteCollection' }>

/** Of so many objects what goes with them is looked at. */
const mostPreviewed = 1000

/** One request that deletes whatever matches when the server carries it out. */
export async function planDeleteCollection(setup: Setup, wish: DeleteCollection): Promise<PlannedOperation> {
  const { info } = setup
  const { namespace, labelSelector, fieldSelector } = wish
  check(setup, wish)
  const { found, total, isComplete, unreadable } = await listKind(setup, info, {
    namespace,
    labelSelector,
    fieldSelector,
    most: mostPreviewed,
  })
  if (unreadable !== null) throw refusal('Unreadable', `What would be deleted cannot be read. ${unreadable}`)
  if (total === 0) throw refusal('NothingToDo', `No ${info.kind} matches.`)
  const what = `${counted(total, info.kind, pluralOf(info.kind))}${namespace === '' ? '' : ` in namespace ${namespace}`}`
  const { consequences } = await previewDeletion(setup, found, wish)
  return {
    title: `Delete ${what}`,
    requests: [requestOf(setup, wish, what)],
    consequences: [
      consequence(
        'danger',
        `${what} ${total === 1 ? 'matches' : 'match'} now. Whatever matches when the server carries it out is deleted, also what was made in between.`,
        found,
        total,
      ),
      ...consequences,
      ...(isComplete
        ? []
        : [consequence('warning', `What goes with them was looked at for ${found.length} of them.`)]),
    ],
    typed: { text: String(total), why: `Type the number of objects that match now.` },
  }
}

function check({ info }: Setup, { namespace, labelSelector, fieldSelector }: DeleteCollection): void {
  if (!info.verbs.includes('deletecollection'))
    throw refusal(
      'NoDeleteCollection',
      `The server cannot delete all of ${info.resource} at once. Choose the objects.`,
    )
  if (info.namespaced && namespace === '')
    throw refusal(
      'NoNamespace',
      `Choose a namespace: the server deletes ${info.resource} of one namespace at a time.`,
    )
  if (!info.namespaced && namespace !== '') throw refusal('NoNamespace', `${info.kind} is in no namespace.`)
  for (const parsed of [parseLabelSelector(labelSelector), parseFieldSelector(fieldSelector)])
    if (!parsed.ok) throw refusal('Invalid', `The selector cannot be read: ${parsed.problem.message}.`)
}

function requestOf({ info }: Setup, wish: DeleteCollection, what: string): PlannedRequest {
  const { labelSelector, fieldSelector, namespace } = wish
  return {
    ref: null,
    kind: info.kind,
    title: `delete ${what}`,
    method: 'DELETE',
    path: resourcePath(info, { namespace }),
    query: {
      ...(labelSelector === '' ? {} : { labelSelector }),
      ...(fieldSelector === '' ? {} : { fieldSelector }),
    },
    contentType: 'application/json',
    body: deleteOptions(wish),
    dryRun: 'query',
    undo: 'none',
    noUndo: 'Several objects were deleted by one request.',
  }
}
