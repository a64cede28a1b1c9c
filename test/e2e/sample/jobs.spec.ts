import { expect, expectAccessible, test } from '../fixtures.ts'

test('without a kubeconfig the sample cluster opens at once and lists its pods', async ({ page, open }) => {
  await open()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await expect(pods.getByRole('row').nth(10)).toBeVisible()
  await expect(page.getByText('connected · v1.36.3-sample')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('simulated')
  await expectAccessible(page)
})

test('a list filters, sorts, selects and opens an object by keyboard alone', async ({ page, open }) => {
  await open()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await expect(pods.getByRole('row').nth(5)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('status!=Running namespace=payments')
  await expect(pods.getByRole('row', { name: /Running/ })).toHaveCount(0)
  await expect(pods.getByRole('row', { name: /CrashLoopBackOff/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  const selected = pods.getByRole('row').nth(1)
  await expect(selected).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tablist', { name: /^Parts of Pod/ })).toBeVisible()
  await page.keyboard.press('[')
  await expect(pods).toBeVisible()
})

const tabs = ['Summary', 'YAML', 'Tree', 'History', 'Fields', 'Events'] as const

test('an object has six tabs, each reachable, filled and accessible', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#/c/sample/o/apps/v1/deployments/shop/web/summary'
  })
  await expect(page.getByRole('heading', { name: 'web', level: 1 })).toBeVisible()
  for (const name of tabs) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('tab', { name: 'Tree' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Tree' })).toContainText('ReplicaSet')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('table', { name: 'Differences' })).toContainText('image: registry')
  await page.getByRole('tab', { name: 'YAML' }).click()
  await expect(page.getByRole('textbox', { name: 'YAML of web' })).toContainText('kind: Deployment')
})

test('a Secret shows no value until one is asked for', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#/c/sample/l/core/v1/secrets'
  })
  const secrets = page.getByRole('grid', { name: 'Secrets' })
  await secrets.getByRole('row').nth(1).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  const reveal = page.getByRole('button', { name: /^Show|^Reveal/ }).first()
  await expect(reveal).toBeVisible()
})

test('policies, bindings and parameters are joined, and what is wrong is named', async ({ page, open }) => {
  await open()
  await page.getByRole('link', { name: 'Policies' }).click()
  const policies = page.getByRole('listbox', { name: 'Policies' })
  await expect(policies.getByRole('option', { name: /no-host-network .*not bound/ })).toBeVisible()
  await expect(
    page
      .getByRole('listbox', { name: 'Bindings' })
      .getByRole('option', { name: /owners-required .*does not exist.*binds nothing/ }),
  ).toBeVisible()
  await expect(
    page
      .getByRole('listbox', { name: 'Parameters and reach' })
      .getByRole('option', { name: /deploy-window .*not found.*parameter missing/ }),
  ).toBeVisible()
  await policies.getByRole('option', { name: /resource-hygiene/ }).click()
  await expect(page.getByText(/type warning/).first()).toBeVisible()
  await policies.getByRole('option', { name: /no-latest-tag/ }).click()
  await expect(page.getByRole('region', { name: 'no-latest-tag', exact: true })).toContainText(/stale/i)
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('bound')
  await expect(policies.getByRole('option')).toHaveCount(1)
  await expect(policies.getByRole('option', { name: /no-host-network/ })).toBeVisible()
})

test('webhooks stand in calling order with certificate, endpoint and problems', async ({ page, open }) => {
  await open()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  const grid = page.getByRole('grid', { name: 'Webhooks in calling order' })
  await expect(grid.getByRole('row', { name: /tenant-quota .*expired/ })).toBeVisible()
  await expect(grid.getByRole('row', { name: /ledger-guard .*no service/ })).toBeVisible()
  const deadlock = grid.getByRole('row', { name: /image-signatures .*deadlock/ })
  await deadlock.click()
  await expect(page.getByRole('region', { name: /Problems/ })).toContainText(
    /image-verifier|own pods|deadlock|blocks/i,
  )
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('deploy')
  await expect(grid.getByRole('row', { name: /compliance-audit/ })).toBeVisible()
  await expect(page.getByText('1 of them by a wildcard in its rules')).toBeVisible()
  await expect(page.getByText('3 of 10 webhooks')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await grid.getByRole('row', { name: /image-signatures/ }).dblclick()
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('It blocks its own Pods')
  await expectAccessible(page)
})

test('the palette goes to a kind by a short name and to an object by its name', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('vap')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'ValidatingAdmissionPolicies' })).toBeVisible()
  await page.keyboard.press(':')
  await page.keyboard.type('ledger-0')
  await expect(page.getByRole('option', { name: /ledger-0/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the cheat sheet lists the keys and leaves with Escape', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Filter the view')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('every kind of the sample opens as a list without a fault', async ({ page, open }) => {
  await open()
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await expect(nav.getByRole('link', { name: /^Pods/ })).toBeVisible()
  for (const group of ['Networking', 'Storage', 'Config', 'Access', 'Scheduling', 'Cluster']) {
    await nav.getByRole('button', { name: group, exact: true }).click()
  }
  const addresses = await nav
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  const lists = addresses.filter(address => address.includes('/l/'))
  expect(lists.length).toBeGreaterThan(30)
  for (const address of lists) {
    await page.evaluate(hash => {
      location.hash = hash
    }, address)
    await expect(page.getByRole('contentinfo')).toContainText('live')
  }
})

for (const scheme of ['light', 'dark'] as const) {
  test(`lists and admission views are accessible in the ${scheme} theme at 1024 × 700`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.emulateMedia({ colorScheme: scheme })
    await open()
    await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
    await expectAccessible(page)
    for (const view of ['policies', 'webhooks', 'o/apps/v1/deployments/shop/web/yaml']) {
      await page.evaluate(hash => {
        location.hash = hash
      }, `#/c/sample/${view}`)
      await page.waitForTimeout(500)
      await expectAccessible(page)
      expect(await page.evaluate(beyondTheWindow)).toEqual([])
    }
  })
}

/** Elements that reach beyond the window without standing in a scroll area of their own. */
function beyondTheWindow(): string[] {
  const isInScrollArea = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true
    }
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1 && !isInScrollArea(element))
    .map(element => element.outerHTML.slice(0, 120))
}

test('finding in the YAML begins on arrival, and the palette does nothing that was not typed', async ({
  page,
  open,
}) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  await expect(page.locator('.cm-content')).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('restartPolicy')
  await expect(page.locator('.cm-search [name=search]')).toHaveValue('restartPolicy')
  await expect(page.locator('.cm-searchMatch').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('team')
  await expect(page.getByRole('option', { name: /theme/ })).toHaveCount(0)
})
