import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerPage } from './page.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'))
  await writeFile(join(folder, 'index.html'), '<meta name="csp-nonce" content="">')
  await writeFile(join(folder, 'app.js'), 'export {}')
})
afterAll(() => rm(folder, { recursive: true }))

const statusOf = async (url: string, method = 'GET') => (await answerPage(folder, url, method)).status

it.each([
  ['app://gatehouse/', 200],
  ['app://gatehouse/index.html?x=1', 200],
  ['app://gatehouse/app.js', 200],
  ['app://gatehouse/none.js', 404],
  ['app://gatehouse/../../etc/passwd', 404],
  ['app://gatehouse/%2e%2e/%2e%2e/etc/passwd', 404],
  ['app://gatehouse/..%2f..%2fetc%2fpasswd', 404],
  ['app://elsewhere/index.html', 404],
])('%s is answered with %i', async (url, status) => expect(await statusOf(url)).toBe(status))

it('nothing but reading is answered', async () => {
  expect(await statusOf('app://gatehouse/index.html', 'POST')).toBe(405)
})

it('the page may connect to nothing, and its policy holds no wildcard', async () => {
  const { headers } = await answerPage(folder, 'app://gatehouse/index.html', 'GET')
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})
