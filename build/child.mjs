// Runs another program in the place of this one: its signals go on, its exit code comes back.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

let child = null
/** Exit code of the signal that came, 0 before. */
let asked = 0

/** From now on a signal to end goes on to what runs: a supervisor signals this process alone. */
export function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      asked = 128 + constants.signals[signal]
      // On Windows a console tells all its processes, and passing on would be to kill.
      if (process.platform !== 'win32') child?.kill(signal)
    })
}

/** Runs a program until it ends, and answers with its exit code as shells tell it. */
export function run(program, args, options) {
  if (asked !== 0) return Promise.resolve(asked)
  return new Promise((resolve, reject) => {
    child = spawn(program, args, options)
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal === null ? code : 128 + constants.signals[signal]))
  })
}
