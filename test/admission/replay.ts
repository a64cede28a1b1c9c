/**
 * Holds the library against what a server did, as the live tests have kept it, without a server:
 *   node test/admission/replay.ts cases [CASE]        after test/live/admissionCases.test.ts
 *   node test/admission/replay.ts fuzz [fuzz/fzN/rM]  after test/live/admissionFuzz.test.ts
 */
import { differences, ofAdmission } from './expectation.ts'
import { disagreement } from './fuzz/compare.ts'
import { observeInLibrary, tracesOf } from './librarySide.ts'
import { readRecording } from './recording.ts'

const [name = 'cases', only = ''] = process.argv.slice(2)
const { base, requests } = readRecording(name)
const asked = requests.filter(({ id }) => id.startsWith(only))
let differing = 0
for (const recorded of asked) {
  const texts = name.startsWith('fuzz')
    ? disagreement(base, recorded)
    : differences(ofAdmission(recorded.request), observeInLibrary(base, recorded))
  if (texts.length > 0) {
    differing++
    console.log(`${recorded.id}\n  ${texts.join('\n  ')}`)
  }
  if (only === recorded.id && recorded.request.operation !== 'get' && recorded.request.operation !== 'list')
    for (const { steps } of tracesOf(base, recorded))
      for (const { phase, kind, name: step, outcome, reason } of steps)
        console.log(`  ${phase} ${kind} ${step}: ${outcome}. ${reason}`)
}
console.log(`${asked.length - differing}/${asked.length} requests agree`)
process.exit(differing === 0 ? 0 : 1)
