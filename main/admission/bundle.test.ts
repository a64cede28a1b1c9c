import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleDecoder, decodeBundle } from './bundle.ts'

let folder = ''
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const pem = (name: string) => readFileSync(join(folder, `${name}.crt`), 'utf8')
const base64 = (text: string) => Buffer.from(text).toString('base64')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'))
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/O=Acme/CN=acme-ca',
    '-days',
    '300',
  )
  openssl('req', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=hook.acme.svc')
  writeFileSync(
    join(folder, 'leaf.cnf'),
    'basicConstraints=CA:FALSE\nsubjectAltName=DNS:hook.acme.svc,IP:10.0.0.1\n',
  )
  const sign = ['x509', '-req', '-in', 'leaf.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl(...sign, '-extfile', 'leaf.cnf', '-days', '90', '-out', 'leaf.crt')
  openssl(...sign, '-days', '-1', '-out', 'past.crt')
})
afterAll(() => rmSync(folder, { recursive: true }))

const day = 86_400_000

describe('a bundle', () => {
  it('tells subject, issuer, life and purpose of a CA', () => {
    const { certificates, rejected, failure } = decodeBundle(base64(pem('ca')))
    expect({ rejected, failure }).toEqual({ rejected: 0, failure: '' })
    expect(certificates).toMatchObject([
      {
        subject: 'CN=acme-ca, O=Acme',
        issuer: 'CN=acme-ca, O=Acme',
        isCertificateAuthority: true,
        names: [],
      },
    ])
    const [ca] = certificates
    expect((ca?.notAfter ?? 0) - Date.now()).toBeGreaterThan(299 * day)
    expect(ca?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  it('of several certificates keeps their order', () => {
    const { certificates } = decodeBundle(base64(`# comment\n${pem('leaf')}\n${pem('ca')}`))
    expect(certificates.map(each => each.subject)).toEqual(['CN=hook.acme.svc', 'CN=acme-ca, O=Acme'])
    expect(certificates[0]).toMatchObject({
      issuer: 'CN=acme-ca, O=Acme',
      isCertificateAuthority: false,
      names: ['hook.acme.svc', '10.0.0.1'],
    })
  })

  it('with an expired certificate says when it ended', () => {
    const [past] = decodeBundle(base64(pem('past'))).certificates
    expect(past?.notAfter).toBeLessThan(Date.now())
  })

  it('with garbage beside a certificate keeps the certificate and counts the garbage', () => {
    const garbage = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
    const bundle = decodeBundle(base64(garbage + key + pem('ca')))
    expect(bundle.certificates).toHaveLength(1)
    expect(bundle.rejected).toBe(2)
    expect(decodeBundle(base64(garbage))).toMatchObject({ rejected: 1, failure: 'noCertificate' })
  })

  it('folded over lines is the same bundle', () => {
    const folded = base64(pem('ca')).replaceAll(/(.{64})/g, '$1\n')
    expect(decodeBundle(folded).certificates).toHaveLength(1)
  })

  it.each([
    ['<base64-encoded-CA-bundle>', 'notBase64'],
    ['', 'notBase64'],
    ['Cg==', 'notPem'],
    ['Ag==', 'notPem'],
    [Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA').toString('base64'), 'notPem'],
  ])('%j fails as %s', (text, failure) => {
    expect(decodeBundle(text)).toEqual({ certificates: [], rejected: 0, failure })
  })

  it('is decoded once', () => {
    const decode = bundleDecoder()
    const text = base64(pem('ca'))
    expect(decode(text)).toBe(decode(text))
  })
})
