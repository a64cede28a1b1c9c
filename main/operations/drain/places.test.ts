import { expect, it } from 'vitest'
import { Places } from './places.ts'

const never = new AbortController().signal

it('no more have a place than there are, and each is given on', async () => {
  const places = new Places(2)
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const leave = await places.take(never)
      most = Math.max(most, ++inside)
      await Promise.resolve()
      inside--
      leave()
      // Given back once, however often it is called.
      leave()
    }),
  )
  expect([most, inside]).toEqual([2, 0])
})

it('who gives up waiting takes no place from those behind', async () => {
  const places = new Places(1)
  const leave = await places.take(never)
  const impatient = new AbortController()
  const givenUp = places.take(impatient.signal)
  const patient = places.take(never)
  impatient.abort()
  await expect(givenUp).rejects.toThrow()
  leave()
  ;(await patient)()
  ;(await places.take(never))()
})
