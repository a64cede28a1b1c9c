import { powerMonitor } from 'electron'

/** Calls `wake` whenever the machine may have lost its connections: sleep or a locked screen ended. */
export function followPower(wake: () => void): void {
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
}
