/**
 * Flow of values through time: observable values, backoff with jitter, conflation.
 * Clocks and randomness are handed in, so that every rule can be tested without waiting.
 */
export { type Backoff, backoffDelays } from './backoff.ts'
export { type Clock, systemClock, type Timer } from './clock.ts'
export { Observable, type ReadonlyObservable, type Unsubscribe } from './observable.ts'
export { observeState } from './state.ts'
