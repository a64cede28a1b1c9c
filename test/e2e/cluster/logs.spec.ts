import type { Locator, Page } from '@playwright/test'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { hiddenTexts } from '../hostile/inert.ts'

let cluster: Cluster
let proxy: FaultProxy

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.apply(workload('web', 1, 'i=0; while true; do i=$((i+1)); echo "line $i"; sleep 0.2; done'))
  await cluster.apply(hostilePod)
  await cluster.kubectl(['wait', '--for=condition=Ready', 'pod', '--all', '--timeout=60s'])
})
test.afterAll(async () => {
  await proxy?.stop()
  await cluster?.stop()
})
test.afterEach(() => proxy.clearFaults())

const workload = (name: string, replicas: number, script: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - {name: app, image: app, command: [sh, -c, ${JSON.stringify(script)}]}
`

/** What a line may hold to be read as another one, or to act on whoever shows it. */
const hostile = [
  'clipboard \u001b]52;c;ZXZpbA==\u0007 end',
  'title \u001b]0;owned\u0007\u001b]2;owned\u001b\\ end',
  'link \u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007 end',
  'screen \u001b[2J\u001b[H\u001b[?1049h\u001bc end',
  'reversed \u202egnp.exe\u202c end',
  'width pay\u200bpal\ufeff end',
  'nul \u0000 end',
  'markup <img src=x onerror=alert(1)><script>alert(2)</script> end',
  'address javascript:alert(1) https://evil.example/track.png end',
]
/** Each of the sixteen colours, as text and behind it. */
const colours = Array.from({ length: 16 }, (_, index) => index).map(
  index => `colour ${index} \u001b[38;5;${index}mtext\u001b[0m \u001b[48;5;${index}mbehind\u001b[0m`,
)
const program = `
process.stdout.write(${JSON.stringify([...hostile, ...colours].join('\n'))} + '\\n');
process.stdout.write('huge ' + 'x'.repeat(10_000_000) + ' end\\n', () => console.log('after all'));
setInterval(() => {}, 100000);
`
const hostilePod = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'hostile', namespace: 'default' },
  spec: { containers: [{ name: 'app', image: 'app', command: [process.execPath, '-e', program] }] },
})

const log = (page: Page): Locator => page.getByRole('grid', { name: /^Log of/ })
const lines = (page: Page): Locator => log(page).getByRole('row')

/** Opens the context and goes to logs of it. */
async function openLogs(page: Page, query: string): Promise<void> {
  await page.getByRole('row', { name: /127\.0\.0\.1/ }).dblclick()
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.evaluate(asked => {
    const [, , context] = location.hash.split('/')
    location.hash = `#/c/${context}/logs?${asked}`
  }, query)
}

test('a Deployment is followed: a pod joins, and a lost connection leaves no gap', async ({ page, open }) => {
  await open({ kubeconfig: proxy.kubeconfig })
  await openLogs(page, 'kind=apps/v1/deployments&ns=default&name=web')
  await expect(lines(page).nth(3)).toContainText(/line \d+$/)
  await cluster.kubectl(['scale', 'deployment/web', '--replicas=2'])
  await expect(log(page).getByText(/^Pod web-\S+ joined\.$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: /^Sources: 2 live/ })).toBeVisible({ timeout: 30_000 })

  const refused = await proxy.addFault({ action: 'status', status: 503, match: { path: '/log' } })
  await proxy.cut()
  await expect(page.getByRole('button', { name: /^Sources: .*connecting again/ })).toBeVisible({
    timeout: 30_000,
  })
  await expect(lines(page).nth(3)).toBeVisible()
  await proxy.clearFaults(refused)
  await expect(page.getByRole('button', { name: 'Sources: 2 live' })).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)
})

test('hostile lines are text, hidden characters are marked, and a line of 10 MB stops nothing', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: proxy.kubeconfig })
  await openLogs(page, 'kind=/v1/pods&ns=default&name=hostile')
  await expect(log(page).getByText('after all')).toBeVisible({ timeout: 30_000 })
  const title = await page.title()
  await expect(log(page).getByText('reversed ⟨U+202E⟩gnp.exe⟨U+202C⟩ end')).toBeVisible()
  await expect(log(page).getByText('width pay⟨U+200B⟩pal⟨U+FEFF⟩ end')).toBeVisible()
  await expect(log(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(log(page).getByText(/^link text +end$/)).toBeVisible()
  expect(await log(page).locator('a, img, script').count()).toBe(0)
  expect(await hiddenTexts(page)).toEqual([])
  await log(page)
    .getByText(/^show whole \(10 MB\)$/)
    .click()
  await page.getByRole('button', { name: /^Show whole/ }).click()
  await expect(page.getByRole('region', { name: 'The whole line' })).toContainText(/^huge x+/)
  await log(page).focus()
  const started = Date.now()
  await page.keyboard.press('k')
  await expect(lines(page).and(page.locator('[aria-selected=true]'))).toHaveCount(1)
  expect(Date.now() - started).toBeLessThan(5000)
  expect(await page.title()).toBe(title)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})
