/**
 * The frame around all views: rail of contexts, navigation, tabs, palette, shortcuts, status
 * line. The only folder that knows every view; those that are rarely needed are loaded when opened.
 */
export { Fault, reportFault } from './Fault.tsx'
export { Shell } from './Shell.tsx'
