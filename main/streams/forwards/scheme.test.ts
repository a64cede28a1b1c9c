import { expect, it } from 'vitest'
import { schemeOf } from './scheme.ts'

it.each([
  [{ name: '', number: 8443 }, 'https'],
  [{ name: '', number: 8080 }, 'http'],
  [{ name: 'http-web', number: 8443 }, 'http'],
  [{ name: 'admin-https', number: 1 }, 'https'],
  [{ name: 'metrics', number: 9100 }, 'http'],
  [{ name: 'grpc', number: 8080 }, ''],
  [{ name: 'postgres', number: 5432 }, ''],
  [{ name: 'x', number: 1234 }, ''],
  [{ name: 'http', number: 80, appProtocol: 'kubernetes.io/h2c' }, ''],
  [{ name: 'x', number: 1, appProtocol: 'HTTPS' }, 'https'],
  [{ name: 'https', number: 443, appProtocol: '' }, 'https'],
])('%j is spoken to as “%s”', (port, expected) => expect(schemeOf(port)).toBe(expected))
