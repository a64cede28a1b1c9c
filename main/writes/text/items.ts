import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { PlacedObject } from './documents.ts'
import type { Ordered } from './order.ts'
import type { Document } from './requests.ts'

/** An object of a text, with where it goes. */
export interface Item extends Ordered {
  readonly placed: PlacedObject
  readonly namespace: string
  readonly problem: AppErrorBody | null
}

export interface PlannedDocument {
  readonly item: Item
  /** Null where it cannot be sent. */
  readonly document: Document | null
}
