import type { TraceRequest } from '../../../shared/admission/index.ts'

/** Makes a ConfigMap, whatever the server would say. */
export const configMapRequest = (namespace: string, name: string): TraceRequest => ({
  operation: 'CREATE',
  verb: 'create',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
  namespace,
  name,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
  oldObject: null,
  options: null,
  user: { username: 'u', groups: [] },
  dryRun: false,
  isObjectKnown: true,
})
