/** How objects end: what a deletion makes of one, and when nothing keeps it any longer. */
export {
  type Deletion,
  definitionFinalizer,
  deletionAnswer,
  deletionOf,
  foregroundFinalizer,
  isOver,
  orphanFinalizer,
  stampOf,
} from './deletion.ts'
