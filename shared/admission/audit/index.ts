/**
 * An audit: what policies do with objects that exist, in the cluster as it is or with a draft applied to it;
 * the findings, their groups, and the files they are handed out as.
 */
export { CompiledPolicies } from '../trace/compiled.ts'
export { Auditor, type AuditorOptions, allOf } from './auditor.ts'
export { compareFindings } from './compare.ts'
export { type AuditReport, auditCsv, auditJson, auditSarif, levelOf } from './files.ts'
export { withDraft, withPolicies } from './overlay.ts'
export { resourcesOf } from './scope.ts'
export { AuditTally, type TallyLimits } from './tally.ts'
export type {
  AuditChange,
  AuditEffect,
  AuditedObject,
  AuditFinding,
  AuditGroup,
  AuditRemarks,
  AuditTotals,
} from './types.ts'
