/**
 * The settings view: appearance, kubeconfig files, what was chosen for contexts, the editor,
 * comparisons, shortcuts, and what is kept on this machine.
 */
export { SettingsView } from './SettingsView.tsx'
