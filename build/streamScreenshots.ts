import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startCluster } from '../test/cluster/harness/index.ts'
import { startApp } from '../test/e2e/app.ts'

const objects = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: checkout, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: checkout}}
  template:
    metadata: {labels: {app: checkout}}
    spec:
      containers:
      - name: main
        image: checkout
        command: [sh, -c, "n=0; while :; do n=$((n+1)); echo '{\\"level\\":\\"info\\",\\"message\\":\\"order placed\\",\\"order\\":'$n',\\"took\\":\\"12ms\\"}'; sleep 0.3; done"]
        ports: [{name: http, containerPort: 8080}]
`

/** Draws what needs running pods: a shell, port-forwards and logs of several pods, on a real control plane. */
export async function streamScreenshots(browser: Browser, folder: string): Promise<void> {
  const cluster = await startCluster()
  try {
    await cluster.apply(objects)
    await cluster.kubectl(['rollout', 'status', 'deployment/checkout', '--timeout=90s'])
    for (const scheme of ['dark', 'light'] as const) {
      const app = await startApp({ kubeconfig: cluster.kubeconfig })
      const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: scheme })
      await page.goto(app.address)
      await page.getByRole('row', { name: /127\.0\.0\.1/ }).dblclick()
      await page.getByText(/connected · v1\.36/).waitFor()
      await list(page, 'deploy', 'Deployments')
      await page.keyboard.press('l')
      await page.getByText(/[1-9][\d,]* lines? held/).waitFor()
      await draw(page, folder, `logs-${scheme}`)
      await toView(page)
      await page.keyboard.press('Shift+F')
      await page.getByRole('dialog', { name: 'Forward a port of checkout' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Port-forwards' }).getByText('open', { exact: true }).waitFor()
      await draw(page, folder, `forwards-${scheme}`)
      await toView(page)
      await page.keyboard.press('s')
      await page.getByRole('dialog', { name: 'Open a shell in checkout' }).waitFor()
      await page.keyboard.press('Enter')
      const screen = page.getByRole('tabpanel').locator('.xterm-rows')
      await screen.filter({ hasText: '#' }).waitFor()
      // The fake node runs processes on this machine, whose name is nobody's business.
      await page.keyboard.type("PS1='checkout:/# '; clear; head -4 /etc/os-release")
      await page.keyboard.press('Enter')
      await draw(page, folder, `terminal-${scheme}`)
      await page.close()
      await app.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** From the dock to the view, which has the focus once it is drawn. */
async function toView(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+ArrowUp')
  await page.locator('[data-view-active] :focus').waitFor()
}

async function list(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await page.getByRole('option').first().filter({ hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('grid', { name })
    .getByRole('row', { name: /checkout/ })
    .waitFor()
  await page.keyboard.press('g')
}

async function draw(page: Page, folder: string, name: string): Promise<void> {
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
