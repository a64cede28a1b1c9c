import { describe, expect, it } from 'vitest'
import { isOfFormat, knownFormat } from './formats.ts'

describe('formats of texts', () => {
  it.each([
    ['date', ['2024-02-29'], ['2023-02-29', '2024-13-01', '2024-2-9']],
    [
      'date-time',
      ['2024-02-29T12:00:00Z', '2024-02-29t12:00:00.5+02:00'],
      ['2024-02-29T24:00:00Z', '2024-02-29'],
    ],
    ['duration', ['1h30m', '-1.5s', '2 days', '0', 'PT1H'], ['', '1']],
    ['ipv4', ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4'], ['1.2.3', '::1', '256.1.1.1']],
    ['ipv6', ['::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'], ['1.2.3.4', '1::2::3', ':1']],
    ['cidr', ['10.0.0.1/8', '::/0'], ['10.0.0.0/33', '10.0.0.0', '::/129']],
    ['mac', ['01:23:45:67:89:ab', '0123.4567.89ab'], ['01-23', '01:23:45:67:89']],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
    ['byte', ['YQ=='], ['YQ', '', 'Y===']],
    ['hostname', ['a.b-c.example', 'a'], ['-a', 'a..b']],
    ['uri', ['http://a/b?c', '/a b', 'urn:x'], ['a', '', 'http://a:x/']],
    ['email', ['a@b', 'x <a@b.c>'], ['a', 'a@']],
    ['isbn', ['978-0321751041', '0321751043'], ['0321751044']],
    ['creditcard', ['4111 1111 1111 1111'], ['4111 1111 1111 1112']],
    ['rgbcolor', ['rgb(1, 2,3)'], ['rgb(1,2)']],
  ])('%s', (format, good, bad) => {
    expect(good.filter(text => isOfFormat(format, text) !== true)).toEqual([])
    expect(bad.filter(text => isOfFormat(format, text) !== false)).toEqual([])
  })

  it.each([
    [['string'], 'odd', 36, ''],
    [['string'], 'k8s-short-name', 36, 'k8s-short-name'],
    [['string'], 'k8s-short-name', 34, ''],
    [['integer'], 'int32', 36, 'int32'],
    [['integer'], 'date', 36, ''],
    [['object'], 'date', 36, ''],
    [['integer', 'string'], 'date', 36, 'date'],
  ])('of %j, %s counts on 1.%d as %j', (types, format, minor, known) => {
    expect(knownFormat(types, format, minor)).toBe(known)
  })
})
