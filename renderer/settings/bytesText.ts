const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** A size on disk as people read it: `nothing`, `12.4 kB`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  if (bytes === 0) return 'nothing'
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${format.format(bytes / 1000)} kB` : `${format.format(bytes / 1_000_000)} MB`
}
