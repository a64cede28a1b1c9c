import { z } from 'zod'
import type { Request } from '../../shared/ipc/index.ts'

const id = z.int().min(0)
const name = z.string().max(200)

const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('call'), id, method: name, params: z.unknown() }),
  z.strictObject({ type: z.literal('cancel'), id }),
  z.strictObject({ type: z.literal('open'), id, stream: name, params: z.unknown() }),
  z.strictObject({ type: z.literal('update'), id, seq: z.int().min(0), params: z.unknown() }),
  z.strictObject({ type: z.literal('ack'), id, revision: z.int().min(0) }),
  z.strictObject({ type: z.literal('close'), id }),
])

/** The message of a renderer, its envelope checked. @throws ZodError when it is none. */
export function parseRequest(message: unknown): Request {
  return request.parse(message)
}
