import type { Locator, Page } from '@playwright/test'
import { admissionCrowd } from '../crowd.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { startHostile } from '../hostile/cluster.ts'
import { expectInert } from '../hostile/inert.ts'
import { attacks } from '../hostile/strings.ts'

const checkout = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: shop
  labels:
    app: checkout
spec:
  replicas: 70
  selector:
    matchLabels:
      app: checkout
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: checkout
          image: shop/checkout:2.4
`

// Reading what decides and looking for what is against accessibility take their time on a busy machine.
test.describe.configure({ timeout: 120_000 })
const patient = { timeout: 20_000 }

async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
}

const view = (page: Page): Locator => page.locator('[data-view-active]')

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** Goes on by Tab until the focus is on something of that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step++) {
    const text = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    if (name.test(text)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

test('the pipeline of a kind in a namespace says by keyboard alone who acts and why not', async ({
  page,
  open,
}) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
  await fromPalette(page, 'Pipeline')
  await tabTo(page, /^Kind /)
  await page.keyboard.press('Enter')
  await page.keyboard.type('deploy')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Namespace /)
  await page.keyboard.press('Enter')
  await page.keyboard.type('shop')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/pipeline\?kind=apps%2Fv1%2Fdeployments&ns=shop/)
  const policies = view(page).getByRole('listbox', { name: 'Validating policies' })
  await expect(policies.getByRole('option', { name: /replica-limits/ })).toBeVisible(patient)
  await expect(policies.getByRole('option', { name: /ingress-hosts .*rules take .*not/ })).toBeVisible()
  const webhooks = view(page).getByRole('listbox', { name: 'Mutating webhooks' })
  await expect(webhooks.getByRole('option', { name: /defaults\.sidecar.*Ignore · 10 s/ })).toBeVisible()
  const unfold = policies.locator('..').getByRole('button', { name: /^\+\d+ do not match/ })
  await unfold.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => policies.getByRole('option').count()).toBeGreaterThan(5)
  await expectAccessible(page)
  // The keys of rows go to the cards.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('j')
  await expect(view(page).getByRole('listbox', { name: 'Authorization' }).getByRole('option')).toBeFocused()
  const chosen = view(page).locator('[role=option][data-card]:focus')
  const limits = policies.getByRole('option', { name: /replica-limits/ })
  const isIn = async (place: Locator) => (await place.and(chosen).count()) > 0
  for (let step = 0; step < 9 && !(await isIn(policies.getByRole('option'))); step++)
    await page.keyboard.press('ArrowRight')
  for (let step = 0; step < 9 && !(await isIn(limits)); step++) await page.keyboard.press('j')
  await expect(limits).toBeFocused()
  await expect(view(page).getByRole('region', { name: 'The chosen step' })).toContainText('replica-limits')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/validatingadmissionpolicies\/_\/replica-limits/)
  await page.keyboard.press('[')
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(view(page).getByRole('region', { name: 'The chosen step' })).toHaveCount(0)
})

test('pasted YAML is followed through admission, and the object step by step, by keyboard alone', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
  await fromPalette(page, 'What happens if')
  await expect(view(page)).toContainText('What happens if this object is sent?')
  await expectAccessible(page)
  // What is pasted anywhere in the empty view is the object, and the focus goes to it.
  await page.evaluate(text => navigator.clipboard.writeText(text), checkout)
  await page.keyboard.press('Control+v')
  await expect(view(page).getByRole('textbox', { name: 'YAML of the object' })).toBeFocused(patient)
  const steps = view(page).getByRole('listbox', { name: 'Steps' })
  await expect(steps.getByRole('option', { name: /replica-limits.*70/ })).toBeVisible(patient)
  await expect(view(page).getByRole('status').first()).toContainText(/denied|depends on|refuses/)
  await expect(page).toHaveURL(/whatif\?object=yaml&yaml=/)
  await expectAccessible(page)
  // Back to the steps; the last of them is the end of the way.
  await steps.getByRole('option').last().focus()
  await page.keyboard.press('Home')
  const decoded = steps.getByRole('option', { name: /decoded/ })
  while ((await decoded.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('j')
  const object = view(page).getByRole('region', { name: 'Object' })
  await tabTo(page, /^This step$/)
  await page.keyboard.press('Enter')
  await expect(object.getByRole('table', { name: 'The object' })).toContainText('revisionHistoryLimit: 10')
  await tabTo(page, /^Whole way$/)
  await page.keyboard.press('Enter')
  await expect(object.getByRole('row', { name: /progressDeadlineSeconds: 600 .*default/ })).toBeVisible()
  await expectAccessible(page)
})

test('text that is no object is told with its line, and what was shown stays', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await go(page, `#/c/sample/whatif?object=yaml&yaml=${encodeURIComponent(checkout)}`)
  await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
  await view(page).getByRole('button', { name: 'As sent' }).click()
  const editor = view(page).getByRole('textbox', { name: 'YAML of the object' })
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n  : [')
  await expect(view(page)).toContainText(/What is shown is of the text before/, patient)
  await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(view(page)).toContainText('What happens if this object is sent?')
  await expect(editor).toBeFocused()
})

test('a Secret stays out of the address', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await go(page, '#/c/sample/whatif')
  await view(page).getByRole('textbox', { name: 'YAML of the object' }).click()
  await page.keyboard.insertText(
    'kind: Secret\napiVersion: v1\nmetadata: {name: s}\nstringData: {a: hunter2}\n',
  )
  await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
  expect(page.url()).not.toContain('hunter2')
  await expect(page).toHaveURL(/kept=/)
})

test('an object’s own page shows what admission does with it', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await go(page, '#/c/sample/o/apps/v1/deployments/shop/web/summary')
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('tab', { name: 'Admission', selected: true })).toBeVisible()
  await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
  await page.keyboard.press('k')
  await expect(view(page).getByRole('region', { name: 'The chosen step' })).toBeVisible()
  await expectAccessible(page)
  await view(page).getByRole('link', { name: 'Open in What happens if' }).click()
  await expect(page).toHaveURL(/whatif\?op=update.*name=web.*object=stored/)
  await expect(view(page).getByRole('listbox', { name: 'Validating policies' })).toBeVisible(patient)
})

test('policies and webhooks lead to the pipeline of what they act on', async ({ page, open }) => {
  await open()
  await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await page
    .getByRole('listbox', { name: 'Policies' })
    .getByRole('option', { name: /replica-limits/ })
    .click()
  await view(page)
    .getByRole('link', { name: /^create deployments/ })
    .click()
  await expect(page).toHaveURL(/pipeline\?kind=apps%2Fv1%2Fdeployments/)
})

for (const scheme of ['light', 'dark'] as const)
  test(`the way is accessible in the ${scheme} theme at 1024 × 700, where cards scroll and the rail stays`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.emulateMedia({ colorScheme: scheme })
    await open()
    await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
    await go(page, '#/c/sample/pipeline?kind=apps%2Fv1%2Fdeployments&ns=shop')
    const rail = view(page).getByRole('list', { name: 'Stations' })
    await expect(rail).toBeVisible(patient)
    await expectAccessible(page)
    await rail.getByRole('button', { name: /Validating webhooks/ }).click()
    await expect(
      view(page).getByRole('listbox', { name: 'Validating webhooks' }).getByRole('option').first(),
    ).toBeInViewport()
    await expect(rail.getByRole('button', { name: /Authorization/ })).toBeInViewport()
    await expectAccessible(page)
    await go(page, `#/c/sample/whatif?object=yaml&yaml=${encodeURIComponent(checkout)}`)
    await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
  })

/** Opens the stand-in cluster; answers the beginning of its addresses. */
async function openHostile(page: Page): Promise<string> {
  await page
    .getByRole('grid', { name: 'Contexts' })
    .getByRole('row', { name: /hostile/ })
    .click()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1/).first()).toBeVisible()
  return /^#\/c\/[^/]+/.exec(await page.evaluate(() => location.hash))?.[0] ?? ''
}

test('hostile names, reasons and YAML are text on the way too', async ({ page, open }) => {
  const cluster = await startHostile()
  try {
    page.on('dialog', dialog => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
    await open({ kubeconfig: cluster.kubeconfig })
    const base = await openHostile(page)
    await go(page, `${base}/pipeline?kind=%2Fv1%2Fpods&ns=shop`)
    await expect(view(page).getByRole('listbox', { name: 'Validating webhooks' })).toBeVisible(patient)
    await expectInert(page, 'pipeline')
    for (const attack of [attacks.image, attacks.reversed, attacks.stacked, attacks.template]) {
      const yaml = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${JSON.stringify(attack)}\n  annotations: {a: ${JSON.stringify(attack)}}\nspec: {containers: [{name: a, image: ${JSON.stringify(attack)}}]}\n`
      const params = new URLSearchParams({ object: 'yaml', yaml, as: attack, ns: attack })
      await go(page, `${base}/whatif?${params}`)
      await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
      await expectInert(page, 'what happens if')
    }
  } finally {
    await page.goto('about:blank')
    await cluster.stop()
  }
})

test('a patch or an apply is asked about in its address, and has no dry run', async ({ page, open }) => {
  await open()
  await page.getByRole('grid', { name: 'Pods' }).waitFor()
  await go(page, `#/c/sample/whatif?op=patch&object=yaml&yaml=${encodeURIComponent(checkout)}`)
  await expect(view(page).getByRole('button', { name: 'patch or apply Operation' })).toBeVisible(patient)
  await expect(
    view(page)
      .getByRole('listbox', { name: 'Steps' })
      .getByRole('option', { name: /may patch deployments/ }),
  ).toBeVisible(patient)
  await expect(view(page).getByRole('button', { name: 'Check with the server' })).toHaveCount(0)
})

test('a protected context asks in words before a dry run, each time, by keyboard alone', async ({
  page,
  open,
}) => {
  const cluster = await startHostile(admissionCrowd(10, 10))
  try {
    await open({ kubeconfig: cluster.kubeconfig })
    await go(page, '#/settings/contexts')
    await page.getByRole('textbox', { name: 'Pattern' }).fill('*')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Patterns' })).toContainText('*')
    await page.getByRole('button', { name: 'All contexts' }).click()
    await page
      .getByRole('grid', { name: 'Contexts' })
      .getByRole('row', { name: /hostile/ })
      .click()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/connected · v1/).first()).toBeVisible()
    const base = /^#\/c\/[^/]+/.exec(await page.evaluate(() => location.hash))?.[0] ?? ''
    await go(page, `${base}/whatif?object=yaml&yaml=${encodeURIComponent(checkout)}&as=jane`)
    await expect(view(page).getByRole('listbox', { name: 'Steps' })).toBeVisible(patient)
    const dialog = page.getByRole('dialog', { name: 'Send a dry run to a protected context?' })
    for (const key of ['Escape', 'Enter']) {
      await view(page).getByRole('button', { name: 'Check with the server' }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toContainText('create Deployment checkout in namespace shop is sent as jane')
      await expect(dialog).toContainText(/webhooks of the cluster .* are called/)
      await expect(dialog).toContainText('the server stores nothing')
      await expectAccessible(page)
      await page.keyboard.press(key)
      await expect(dialog).toHaveCount(0)
    }
    await expect(view(page)).toContainText(/The server could not be asked|The server's dry run/, patient)
  } finally {
    await page.goto('about:blank')
    await cluster.stop()
  }
})

/** Milliseconds from the choice of a kind until its way is painted. */
async function timeOfKind(page: Page, kind: string, address: string): Promise<number> {
  return page.evaluate(
    async ({ kind, address }) => {
      const painted = () => new Promise(resolve => requestAnimationFrame(resolve))
      const shown = () =>
        document.querySelector('[data-view-active] [role=listbox][aria-label=Schema] [role=option]')
          ?.textContent ?? ''
      const began = performance.now()
      location.hash = address
      while (!shown().startsWith(kind) && performance.now() - began < 20_000) await painted()
      return performance.now() - began
    },
    { kind, address },
  )
}

test('another kind is answered before one looks up', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  const pipeline = (kind: string) => `#/c/sample/pipeline?kind=${encodeURIComponent(kind)}&ns=shop`
  await go(page, pipeline('apps/v1/deployments'))
  await expect(view(page).getByRole('listbox', { name: 'Validating policies' })).toBeVisible(patient)
  const times: number[] = []
  for (const [kind, resource] of [
    ['Pod', '/v1/pods'],
    ['Service', '/v1/services'],
    ['StatefulSet', 'apps/v1/statefulsets'],
    ['ConfigMap', '/v1/configmaps'],
    ['Pod', '/v1/pods'],
    ['Service', '/v1/services'],
    ['StatefulSet', 'apps/v1/statefulsets'],
  ] as const)
    times.push(await timeOfKind(page, kind, pipeline(resource)))
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  console.log(
    `figure trace.another-kind ${median.toFixed(0)} ms must 100 (${times.map(Math.round).join(' ')})`,
  )
  expect(Math.max(...times)).toBeLessThan(20_000)
})

/** Longest turn of the page in milliseconds, with all cards unfolded on a busy machine. */
const longestTurn = 1000

test('200 webhooks and 50 policies stay quick to walk through', async ({ page, open }) => {
  const cluster = await startHostile(admissionCrowd(200, 50))
  try {
    await open({ kubeconfig: cluster.kubeconfig })
    const base = await openHostile(page)
    await page.evaluate(() => {
      const page = window as { longest?: number }
      new PerformanceObserver(list => {
        for (const { duration } of list.getEntries()) page.longest = Math.max(page.longest ?? 0, duration)
      }).observe({ type: 'longtask' })
    })
    await go(page, `${base}/whatif?object=yaml&yaml=${encodeURIComponent(checkout)}&webhooks=allow`)
    const webhooks = view(page).getByRole('listbox', { name: 'Mutating webhooks' })
    await expect(webhooks.getByRole('option', { name: /w20\.a-rather-long/ })).toBeVisible(patient)
    expect(await webhooks.getByRole('option').count()).toBeLessThan(20)
    await view(page)
      .getByRole('button', { name: /^Show \d+ that do not match/ })
      .click()
    const folded = view(page).getByRole('button', { name: /^\+\d+ do not match/ })
    while ((await folded.count()) > 0) await folded.first().click()
    expect(await webhooks.getByRole('option').count()).toBeGreaterThan(100)
    await webhooks.getByRole('option').first().click()
    const began = Date.now()
    for (let step = 0; step < 50; step++) await page.keyboard.press('j')
    await expect(view(page).locator('[role=option][data-card]:focus')).toBeInViewport()
    const longest = await page.evaluate(() => (window as { longest?: number }).longest ?? 0)
    console.log(`figure trace.step-of-many ${((Date.now() - began) / 50).toFixed(0)} ms must 100`)
    console.log(`figure trace.longest-turn-of-many ${longest.toFixed(0)} ms must ${longestTurn}`)
  } finally {
    await page.goto('about:blank')
    await cluster.stop()
  }
})
