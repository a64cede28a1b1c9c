/**
 * What the usual design holds: every pod whole, as JSON in an array, read in pages from the server
 * named by the first argument. Prints its memory after a collection; a measure for ours.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

interface Page {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly unknown[]
}

const [server = ''] = process.argv.slice(2)
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const began = performance.now()
const held: unknown[] = []
let next = ''
do {
  const answer = await fetch(`${server}/api/v1/pods?limit=500&continue=${encodeURIComponent(next)}`)
  const page = (await answer.json()) as Page
  held.push(...page.items)
  next = page.metadata.continue ?? ''
} while (next !== '')
const milliseconds = performance.now() - began
collect()
const { rss, heapUsed, external } = process.memoryUsage()
console.log(JSON.stringify({ count: held.length, rss, live: heapUsed + external, milliseconds }))
