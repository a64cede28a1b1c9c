/** The Overview of a context: one page that says how it stands, each number a way to its rows. */
export { OverviewView } from './OverviewView.tsx'
