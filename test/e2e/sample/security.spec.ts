import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as plain, expect as plainExpect } from '@playwright/test'
import { startApp } from '../app.ts'
import { watchFaults } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

/** Another origin of this machine: what a page of ours has no business with. */
let foreign: Server
const asked: string[] = []
plain.beforeAll(async () => {
  foreign = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('export {}')
  })
  await new Promise<void>(resolve => foreign.listen(0, '127.0.0.1', resolve))
})
plain.afterAll(() => new Promise<void>(resolve => foreign.close(() => resolve())))
plain.beforeEach(() => {
  asked.length = 0
})
const elsewhere = (): string => `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`

/**
 * Attempts in the page, and what the tests’ own watch must say of each. Those that make
 * code of text wait a turn: what a test asks the browser to run directly is exempt from the policy.
 */
const attempts: readonly (readonly [string, (origin: string) => unknown, RegExp])[] = [
  // biome-ignore lint/security/noGlobalEval: its refusal is what is tested
  ['code from text', () => void setTimeout(() => globalThis.eval('1'), 0), /policy: script-src eval/],
  [
    'a function from text',
    () => void setTimeout(() => new Function('return 1'), 0),
    /policy: script-src eval/,
  ],
  ['a timer of text', () => setTimeout('window.ran = 1' as unknown as () => void, 0), /policy: script-src/],
  [
    'an inline script',
    () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = 1'
      document.body.append(script)
    },
    /policy: script-src-elem inline/,
  ],
  [
    'a handler in markup',
    () => {
      document.body.insertAdjacentHTML('beforeend', '<img src="./none.png" onerror="window.ran = 1">')
    },
    /policy: script-src-attr inline/,
  ],
  [
    'an inline style',
    () => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }))
    },
    /policy: style-src-elem inline/,
  ],
  [
    'a foreign script',
    origin => {
      document.body.append(Object.assign(document.createElement('script'), { src: `${origin}/x.js` }))
    },
    /policy: script-src-elem http:\/\/127/,
  ],
  [
    'a foreign image',
    origin => {
      document.body.append(Object.assign(document.createElement('img'), { src: `${origin}/x.png` }))
    },
    /policy: img-src/,
  ],
  [
    'an image of data',
    () => {
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }),
      )
    },
    /policy: img-src data/,
  ],
  [
    'a frame',
    origin => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: `${origin}/x.html` }))
    },
    /policy: (frame|child|default)-src/,
  ],
  ['a request', origin => void fetch(`${origin}/x`).catch(() => null), /policy: connect-src/],
  ['a request to our own origin', () => void fetch('./index.html').catch(() => null), /policy: connect-src/],
  ['a beacon', origin => navigator.sendBeacon(`${origin}/x`, 'secret'), /policy: connect-src/],
  ['a foreign WebSocket', origin => void new WebSocket(origin.replace('http', 'ws')), /policy: connect-src/],
  ['a worker of text', () => void new Worker(URL.createObjectURL(new Blob(['1']))), /policy: worker-src/],
  [
    'a base',
    origin => {
      document.head.append(Object.assign(document.createElement('base'), { href: origin }))
    },
    /policy: base-uri/,
  ],
  [
    'a form',
    origin => {
      const form = Object.assign(document.createElement('form'), { action: `${origin}/x`, method: 'post' })
      document.body.append(form)
      form.submit()
    },
    /policy: form-action/,
  ],
  [
    'an address of code',
    () => {
      const link = Object.assign(document.createElement('a'), { href: 'javascript:window.ran=1' })
      document.body.append(link)
      link.click()
    },
    /policy: script-src(-elem)? inline/,
  ],
  [
    'an uncaught error',
    () =>
      void setTimeout(() => {
        throw new Error('thrown on purpose')
      }, 0),
    /uncaught: thrown on purpose/,
  ],
  ['a dialog', () => alert('taken'), /dialog: taken/],
  ['a window', () => void window.open('about:blank'), /window: about:blank/],
]

plain(
  'whatever a page must not do is refused by the policy, and noticed by the watch of every test',
  async ({ page }) => {
    const faults = await watchFaults(page)
    const app = await startApp()
    try {
      await page.goto(app.address)
      await plainExpect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(1)).toBeVisible()
      plainExpect(faults).toEqual([])
      for (const [name, attempt, expected] of attempts) {
        const before = faults.length
        // Some throw and some do not; what counts is what happened.
        await page.evaluate(attempt as (origin: string) => unknown, elsewhere()).catch(() => null)
        await plainExpect.poll(() => faults.slice(before).join('\n'), { message: name }).toMatch(expected)
      }
      plainExpect(await page.evaluate(() => 'ran' in window)).toBe(false)
      plainExpect(asked).toEqual([])
    } finally {
      await page.close()
      await app.stop()
    }
  },
)

plain('a request that the policy would let pass is noticed all the same', async ({ page }) => {
  const faults = await watchFaults(page)
  await page.route('http://127.0.0.1:9/', route =>
    route.fulfill({ contentType: 'text/html', body: `<img src="${elsewhere()}/seen.png">` }),
  )
  await page.goto('http://127.0.0.1:9/')
  await plainExpect.poll(() => faults.join()).toContain(`remote content: ${elsewhere()}/seen.png`)
})

test('the page has no Node, no engine object and no secret in its address', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(1)).toBeVisible()
  const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'gatehouse', 'electron']
  expect(await page.evaluate(all => all.filter(name => name in window), names)).toEqual([])
  expect(page.url()).not.toContain('token')
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', expect.any(Number)])
})

test('no permission is given, and none was asked for', async ({ page, open, context }) => {
  await context.clearPermissions()
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(1)).toBeVisible()
  const states = await page.evaluate(() =>
    Promise.all(
      [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'storage-access',
        'local-fonts',
      ].map(async name => {
        try {
          return `${name} ${(await navigator.permissions.query({ name: name as PermissionName })).state}`
        } catch {
          return `${name} unknown`
        }
      }),
    ),
  )
  expect(states.filter(state => state.endsWith('granted') && !state.startsWith('storage-access'))).toEqual([])
})

test('the page cannot be framed by another', async ({ page, open }) => {
  const app = await open()
  const headers = await page.request.get(new URL('/', app.address).href).then(answer => answer.headers())
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).not.toMatch(/unsafe|data:|\*/)
})

test('a page of elsewhere gets nothing: no file to read, no connection', async ({ page, open, browser }) => {
  const app = await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(1)).toBeVisible()
  const other = await browser.newPage()
  await other.goto(elsewhere())
  const origin = new URL(app.address).origin
  const got = await other.evaluate(async address => {
    const read = await fetch(address).then(
      answer => answer.text(),
      () => 'refused',
    )
    const socket = await new Promise(resolve => {
      const one = new WebSocket(`${address.replace('http', 'ws')}/ws`)
      one.onopen = () => resolve('open')
      one.onerror = () => resolve('refused')
    })
    return { read, socket }
  }, origin)
  expect(got).toEqual({ read: 'refused', socket: 'refused' })
  await other.close()
})
