/**
 * The admission views of a context: `PoliciesView` joins policies, bindings, parameters and reach
 * by lines, `WebhooksView` lists webhooks in calling order with where their calls go, `PipelineView`
 * shows the stations of any request of a kind, `WhatIfView` the way of one object, and `AdmissionTab`
 * the same on the object's own page; `FindingsView` what is wrong or risky, with health and engines,
 * `AuditView` policies against what exists, `ScratchpadView` expressions as they are written, and
 * `FleetView` policies and webhooks of all open contexts beside each other. All follow their stream while mounted and show every state:
 * reading, denied, not served, stale, none.
 */
export { AuditView } from './audit/AuditView.tsx'
export { FindingsView } from './findings/FindingsView.tsx'
export { FleetView } from './fleet/FleetView.tsx'
export { PipelineView } from './pipeline/PipelineView.tsx'
export { PoliciesView } from './policies/PoliciesView.tsx'
export { ScratchpadView } from './scratchpad/ScratchpadView.tsx'
export { AdmissionTab } from './trace/AdmissionTab.tsx'
export { WhatIfView } from './trace/WhatIfView.tsx'
export { WebhooksView } from './webhooks/WebhooksView.tsx'
