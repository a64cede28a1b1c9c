import { type FieldValues, fieldsOf, textOf } from './fields.ts'

/**
 * The newest time at which something happened by what an object says: who wrote it, its conditions,
 * an event, a lease. Times that lie ahead, such as the end of a certificate, are no such times.
 * @param written when it was last written
 * @returns milliseconds since the epoch; 0 without any
 */
export function newestTime(object: FieldValues, written: string, now = Date.now()): number {
  const { status, spec, series, ...rest } = object
  const times = [
    written,
    ...listOf(fieldsOf(status).conditions).flatMap(one => [one.lastTransitionTime, one.lastHeartbeatTime]),
    fieldsOf(series).lastObservedTime,
    rest.lastTimestamp,
    rest.deprecatedLastTimestamp,
    rest.eventTime,
    fieldsOf(spec).renewTime,
  ].map(time => Date.parse(textOf(time)))
  return times.reduce((newest, time) => (time > newest && time <= now ? time : newest), 0)
}

function listOf(value: unknown): readonly FieldValues[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}
