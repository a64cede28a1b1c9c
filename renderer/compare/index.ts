/**
 * Two objects, revisions or texts side by side; all objects of a kind in two contexts; a folder of
 * manifests against a cluster. What comparisons overlook is kept in the settings.
 */
export { CompareView } from './CompareView.tsx'
