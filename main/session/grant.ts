import type { CertificatePair } from './tls.ts'

/** What signs requests at this moment. */
export interface Grant {
  /** Value of the Authorization header; empty for none. */
  readonly authorization: string
  /** Client certificate that an exec plugin gave; null when it gave none. */
  readonly certificate: CertificatePair | null
}

/** The source of grants of one session. */
export interface Credential {
  /** @throws AppError `loginNeeded` or `badConfig` when no grant can be had */
  grant(): Promise<Grant>
  /**
   * Called when the server refused a grant: gets a new one, at once, whatever the old one says
   * of its expiry. False when there is nothing newer.
   */
  renew(refused: Grant): Promise<boolean>
  /** True when another grant is to be had without running or asking anybody. */
  hasChanged(refused: Grant): Promise<boolean>
  close(): void
}
