/**
 * Collections of the cluster kept current. A reflector for each context, resource, scope and
 * selectors lists and then watches; equal targets share it. Whatever happens on the way has a
 * name and a phase: 410 lists again while the rows stay, 401 waits for a login, 403 says what is
 * denied and where reading is allowed, 404 is a kind that is gone, 429 waits as told; a lost or
 * silent connection is stale within seconds and comes back by itself.
 */

export { Decoder } from './decode.ts'
export { followKinds } from './followKinds.ts'
export { LineSplitter } from './lines.ts'
export { Slicer } from './slicer.ts'
export { acceptOf, collectionPath, targetWords } from './target.ts'
export type {
  Changes,
  Form,
  ObjectWatch,
  Received,
  ReceivedColumn,
  SharedWatch,
  StoreKind,
  Watches,
  WatchStore,
  WatchTarget,
} from './types.ts'
export { createWatches } from './watches.ts'
