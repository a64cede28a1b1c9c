/**
 * What can be done to objects beside editing their text: scaling, restarting, rolling back, draining, keys of
 * ConfigMaps and Secrets, deletion and the rest. Each operation is read against what is live, refused in words where
 * it makes no sense, and becomes requests that change no more than they must, with what they bring about beside
 * themselves. Sends nothing: that is for `main/writes`.
 */
export { createOperations, type OperationsSources } from './handlers.ts'
