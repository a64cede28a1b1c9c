/** What Gatehouse says of itself: its log, the timings of its requests, and the support bundle. */
export { DiagnosticsView } from './DiagnosticsView.tsx'
