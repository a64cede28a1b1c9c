/** Bounds of what is read. Each is far above what real dumps have, and keeps a crafted one from doing harm. */
export interface Limits {
  /** Files of all folders and archives together. */
  readonly files: number
  /** Bytes that archives expand to, all together. */
  readonly expandedBytes: number
  /** Times that an archive may grow when it is expanded, beyond `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Archives within archives. */
  readonly nesting: number
  /** Bytes of one object's text: etcd refuses objects of more than 1.5 MB. */
  readonly objectBytes: number
  /** Bytes of a zip within another archive, which has to be in memory. */
  readonly innerZipBytes: number
  /** Bytes of all objects that are kept. */
  readonly keptBytes: number
}

const megabyte = 1024 * 1024

export const defaultLimits: Limits = {
  files: 500_000,
  expandedBytes: 16 * 1024 * megabyte,
  ratio: 400,
  ratioFrom: 256 * megabyte,
  nesting: 4,
  objectBytes: 64 * megabyte,
  innerZipBytes: 256 * megabyte,
  keptBytes: 3 * 1024 * megabyte,
}
