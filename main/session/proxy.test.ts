import { expect, test } from 'vitest'
import { proxyFromEnvironment } from './proxy.ts'

test.each([
  ['https://a.test', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://a.test', { https_proxy: 'p:1' }, 'http://p:1'],
  ['https://a.test', { HTTP_PROXY: 'http://p:1' }, ''],
  ['http://a.test', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://a.test', {}, ''],
  ['https://localhost:6443', { HTTPS_PROXY: 'p' }, ''],
  ['https://127.0.0.1:6443', { HTTPS_PROXY: 'p' }, ''],
  ['https://[::1]:6443', { HTTPS_PROXY: 'p' }, ''],
  ['https://a.test', { HTTPS_PROXY: 'p', NO_PROXY: '*' }, ''],
  ['https://a.corp.test', { HTTPS_PROXY: 'p', NO_PROXY: 'x, corp.test' }, ''],
  ['https://corp.test', { HTTPS_PROXY: 'p', NO_PROXY: 'corp.test' }, ''],
  ['https://corp.test', { HTTPS_PROXY: 'p', NO_PROXY: '.corp.test' }, 'http://p'],
  ['https://mycorp.test', { HTTPS_PROXY: 'p', NO_PROXY: 'corp.test' }, 'http://p'],
  ['https://10.1.2.3:6443', { HTTPS_PROXY: 'p', no_proxy: '10.0.0.0/8' }, ''],
  ['https://11.1.2.3:6443', { HTTPS_PROXY: 'p', no_proxy: '10.0.0.0/8' }, 'http://p'],
  ['https://[fd00::1]:6443', { HTTPS_PROXY: 'p', no_proxy: 'fd00::/8' }, ''],
  ['https://10.1.2.3:6443', { HTTPS_PROXY: 'p', NO_PROXY: '10.1.2.3:443' }, 'http://p'],
  ['https://10.1.2.3:6443', { HTTPS_PROXY: 'p', NO_PROXY: '10.1.2.3:6443' }, ''],
  ['https://a.test', { HTTPS_PROXY: 'p', NO_PROXY: '1.2.3.4/99,/,x/y' }, 'http://p'],
])('%s with %j goes through "%s"', (server, env, proxy) => {
  expect(proxyFromEnvironment(server, env)).toBe(proxy)
})
