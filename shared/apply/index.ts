/**
 * What server-side apply, and any other write, makes of an object and of who owns its fields: the rules of
 * sigs.k8s.io/structured-merge-diff v6 and of apimachinery's managed fields, as Kubernetes 1.36 has them.
 */
export { type FieldOwner, migratedFromClientSide, ownersOfPaths } from './owners.ts'
export { serverPath } from './pathText.ts'
export {
  type ApplyConflict,
  type ApplyRequest,
  predictApply,
  predictUpdate,
  type UpdateRequest,
} from './predict.ts'
