import { describe, expect, it } from 'vitest'
import { fullName, tellTwinsApart } from './twins.ts'

const entry = (id: string, fields: Partial<Record<'name' | 'server' | 'source' | 'user', string>> = {}) => ({
  id,
  name: 'team',
  server: 'https://10.0.0.1:6443',
  source: '/home/me/config',
  user: 'me',
  namespace: '',
  ...fields,
})

describe('contexts of the same name', () => {
  it.each([
    ['their servers', { server: 'https://a:6443' }, { server: 'https://b:6443' }, ['a:6443', 'b:6443']],
    [
      'their files, from where the paths differ',
      { source: '/home/me/kube/one/config' },
      { source: '/home/me/kube/two/config' },
      ['one/config', 'two/config'],
    ],
    ['their users', { user: 'me' }, { user: 'root' }, ['me', 'root']],
  ])('are told apart by %s', (_what, one, other, told) => {
    expect([...tellTwinsApart([entry('1', one), entry('2', other)]).values()]).toEqual(told)
  })

  it('are told apart by all that differs where nothing alone is enough', () => {
    const three = [
      entry('1', { server: 'https://a' }),
      entry('2', { server: 'https://b' }),
      entry('3', { server: 'https://b', user: 'root' }),
    ]
    expect([...tellTwinsApart(three).values()]).toEqual(['a, me', 'b, me', 'b, root'])
  })

  it('say nothing of a context that has its name to itself', () => {
    const told = tellTwinsApart([entry('1'), entry('2', { name: 'other' })])
    expect(told.size).toBe(0)
    expect(fullName('team', told.get('1'))).toBe('team')
  })

  it('say nothing where nothing differs', () => {
    expect(tellTwinsApart([entry('1'), entry('2')]).get('1')).toBe('')
  })
})
