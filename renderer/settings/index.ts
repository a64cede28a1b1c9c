/** The settings view: appearance, kubeconfig files, protected contexts, where things are kept. */
export { SettingsView } from './SettingsView.tsx'
