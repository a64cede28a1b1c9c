import { z } from 'zod'

// The page's policy forbids code made from text; zod would otherwise compile its parsers.
z.config({ jitless: true })

export const nothing = z.strictObject({})
export const contextId = z.string().min(1).max(4096)
export const resource = z.strictObject({
  group: z.string().max(253),
  version: z.string().min(1).max(63),
  resource: z.string().min(1).max(253),
})
export const objectRef = z.strictObject({
  resource,
  namespace: z.string().max(253),
  name: z.string().min(1).max(1024),
})
export { z }
