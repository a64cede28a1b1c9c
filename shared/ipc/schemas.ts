import { z } from 'zod'
import { longest } from '../kube/index.ts'

// The page's policy forbids code made from text; zod would otherwise compile its parsers.
z.config({ jitless: true })

export const nothing = z.strictObject({})
export const contextId = z.string().min(1).max(4096)
export const resource = z.strictObject({
  group: z.string().max(longest.group),
  version: z.string().min(1).max(longest.version),
  resource: z.string().min(1).max(longest.resource),
})
export const objectRef = z.strictObject({
  resource,
  namespace: z.string().max(longest.namespace),
  name: z.string().min(1).max(longest.name),
})
export { z }
