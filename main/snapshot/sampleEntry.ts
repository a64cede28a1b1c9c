import type { ContextEntry } from '../../shared/ipc/index.ts'

/** The sample cluster as the list of contexts shows it: there without any kubeconfig. */
export const sampleEntry: ContextEntry = {
  id: 'sample',
  name: 'Sample cluster',
  source: 'sample',
  origin: 'sample',
  cluster: 'sample',
  server: 'in memory',
  user: 'sample-user',
  signIn: { type: 'none' },
  namespace: 'shop',
  isCurrent: false,
  isProtected: false,
  colour: 7,
  borrowed: [],
  needsConsent: false,
}
