import { escalation } from './escalation.ts'
import type { Gate } from './gate.ts'
import { defaultIngressClass, defaultStorageClass } from './plugins/defaultClasses.ts'
import { limitBounds, limitDefaults } from './plugins/limitRanger.ts'
import { namespaceLifecycle } from './plugins/namespaceLifecycle.ts'
import { priority, priorityClassDefault } from './plugins/priority.ts'
import { runtimeClass, runtimeClassOverhead } from './plugins/runtimeClass.ts'
import { serviceAccount, serviceAccountSecrets } from './plugins/serviceAccount.ts'
import { defaultTolerationSeconds, taintNodes } from './plugins/tolerations.ts'
import { storageObjectInUse, volumeClaimResize } from './plugins/volumes.ts'
import { podSecurity } from './podSecurity/index.ts'
import { resourceQuota } from './quota/index.ts'

/**
 * Plugins that change objects, all before mutating policies and webhooks, in the order of the server. Source:
 * kubernetes, pkg/kubeapiserver/options/plugins.go.
 */
export const mutatingGates: readonly Gate[] = [
  namespaceLifecycle,
  limitDefaults,
  serviceAccount,
  taintNodes,
  priority,
  defaultTolerationSeconds,
  defaultStorageClass,
  storageObjectInUse,
  runtimeClass,
  defaultIngressClass,
]

/**
 * Plugins that validate before validating policies and webhooks do, in the order of the server; the storage of
 * roles and bindings, which is no plugin, asks before all of them.
 */
export const validatingGates: readonly Gate[] = [
  escalation,
  limitBounds,
  serviceAccountSecrets,
  podSecurity,
  priorityClassDefault,
  volumeClaimResize,
  runtimeClassOverhead,
]

/** Plugins that validate after validating policies and webhooks. */
export const lastGates: readonly Gate[] = [resourceQuota]
