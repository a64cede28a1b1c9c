/**
 * How objects belong together, as pure functions: what an object names, selects or owns and what
 * names, selects or owns it, declared as lookups so that a reader can answer many of them with
 * few requests; and how an object is doing, in a word.
 */
export * from './admission.ts'
export { bindingParameters } from './configuration.ts'
export {
  type KindName,
  type Lookup,
  type MatchingLookup,
  mapSelector,
  type NamedLookup,
  selectorAt,
} from './lookup.ts'
export { mainOwner, type Owner, ownedKinds } from './owners.ts'
export { isPortNumber, type PodPort, podPorts, portBehind, portOfPod, portOfService } from './podPorts.ts'
export { at, listAt, numberAt, textAt, textsAt } from './read.ts'
export { kindOf, referencesOf, usersOf } from './relations.ts'
export { healthOf, type ObjectHealth } from './state.ts'
export { podClaims, podSpecOf } from './workloads.ts'
