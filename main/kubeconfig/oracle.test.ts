import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings } from '../settings/index.ts'
import { createKubeconfig } from './index.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'oracle-'))
afterAll(() => rmSync(folder, { recursive: true }))

const text = (clusters: string, users: string, contexts: string): string =>
  `apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters:\n${clusters}\nusers:\n${users}\ncontexts:\n${contexts}\n`
const cluster = '- {name: c, cluster: {server: "https://c.example:6443", tls-server-name: inner.example}}'

// One file, nothing repeated: here the official client and ours must agree. Where files are
// merged or names repeat, ours differs on purpose (see docs/decisions).
it.each([
  ['a token', '- {name: u, user: {token: t}}'],
  ['a client certificate', '- {name: u, user: {client-certificate-data: QQ==, client-key-data: Qg==}}'],
  ['basic authentication', '- {name: u, user: {username: n, password: p}}'],
  [
    'an exec plugin',
    '- {name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: login, args: [x], interactiveMode: Never}}}',
  ],
  ['impersonation', '- {name: u, user: {token: t, as: someone}}'],
])('reads one file with %s as the official client does', async (_name, user) => {
  const file = path.join(folder, 'config')
  writeFileSync(
    file,
    text(
      cluster,
      user,
      '- {name: a, context: {cluster: c, user: u, namespace: shop}}\n- {name: b, context: {cluster: c, user: u}}',
    ),
  )
  const official = new KubeConfig()
  official.loadFromFile(file)
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  const ours = await createKubeconfig({
    settings,
    clock: systemClock,
    env: { KUBECONFIG: file },
    home: folder,
    dataFolder: folder,
  })
  try {
    const listed = ours.list.get().contexts
    expect(listed.map(({ name }) => name)).toEqual(official.getContexts().map(({ name }) => name))
    expect(listed.find(({ isCurrent }) => isCurrent)?.name).toBe(official.getCurrentContext())
    for (const entry of listed) {
      official.setCurrentContext(entry.name)
      const resolved = ours.resolve(entry.id)
      expect(resolved.server).toBe(official.getCurrentCluster()?.server)
      expect(resolved.tls.serverName).toBe(official.getCurrentCluster()?.tlsServerName ?? '')
      expect(entry.user).toBe(official.getCurrentUser()?.name)
      expect(entry.namespace).toBe(official.getContextObject(entry.name)?.namespace ?? '')
      const { token, username, exec } = official.getCurrentUser() as {
        token?: string
        username?: string
        exec?: { command: string }
      }
      const { authentication } = resolved
      if (authentication.type === 'token') expect(authentication.token).toBe(token)
      if (authentication.type === 'basic') expect(authentication.username).toBe(username)
      if (authentication.type === 'exec') expect(authentication.plugin.command).toBe(exec?.command)
    }
  } finally {
    ours.close()
  }
})
