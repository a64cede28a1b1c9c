import type { KubeObject } from '../../../shared/kube/index.ts'
import { SnapshotStore } from '../store/index.ts'
import { SampleBuilder } from './builder.ts'
import { addDefinitions } from './definitions.ts'
import { addFoundation } from './foundation.ts'
import { addIncidents } from './incidents.ts'
import { storedAs } from './kinds.ts'
import { addMutatingPolicies } from './mutatingPolicies.ts'
import { addPayments } from './payments.ts'
import { addPlatform } from './platform.ts'
import { addShop } from './shop.ts'
import { addValidatingPolicies } from './validatingPolicies.ts'
import { addWebhooks } from './webhooks.ts'

/** All objects of the sample cluster as they are at `now` (milliseconds since the epoch). */
export function sampleObjects(now: number): readonly KubeObject[] {
  const builder = new SampleBuilder(now)
  addFoundation(builder)
  addDefinitions(builder)
  addPlatform(builder)
  addShop(builder)
  addPayments(builder)
  addWebhooks(builder)
  addValidatingPolicies(builder)
  addMutatingPolicies(builder)
  addIncidents(builder)
  return builder.objects
}

/** A store that holds the sample cluster. */
export function sampleStore(now: number): SnapshotStore {
  const store = new SnapshotStore({ firstVersion: 481_516 })
  for (const object of sampleObjects(now)) store.load(storedAs(object), object)
  return store
}
