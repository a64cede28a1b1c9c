/** A program that edits an object until it is killed: says on its output how far it is. Arguments: kubeconfig, home, name. */
import { startWriting } from './writesEngine.ts'

const [kubeconfig = '', home = '', name = ''] = process.argv.slice(2)
const never = new AbortController().signal
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const app = await startWriting(kubeconfig, home)
const { handlers } = app.engine
const ref = { resource: { group: '', version: 'v1', resource: 'configmaps' }, namespace: 'default', name }
const { id } = await handlers['writes.openDraft']({ context: app.context, ref }, never)
const { text } = app.draftOf(id)
let typed = text
for (let key = 1; key <= 40; key++) {
  typed = text.replace('typed: "0"', `typed: "${'x'.repeat(key)}"`)
  say(`typed ${key}`)
  await handlers['writes.saveDraft']({ id, text: typed }, never)
  say(`saved ${key}`)
}
const plan = await app.plan(typed, {
  draft: id,
  method: { type: 'apply', manager: 'gatehouse', force: true },
})
say('planned')
const run = await app.send(plan)
say('sent')
await app.over(run)
say('over')
setInterval(() => undefined, 1000)
