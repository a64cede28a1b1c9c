import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * The files of `schemas/` (written by its refresh.mjs). In a bundle the folder lies beside the
 * bundled file, as it lies beside this one.
 */
const folder = new URL('./schemas/', import.meta.url)

/** Whole content of a gzipped JSON file of the folder. */
export function readSchemaFile(name: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString('utf8'))
}

/** A gzipped OpenAPI document as it lies on disk, or null when there is none for this path. */
export function readOpenApiDocument(path: string): Buffer | null {
  try {
    return readFileSync(new URL(`openapi/${path.replaceAll('/', '_')}.json.gz`, folder))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** `/version` of the server that the files were taken from. */
export function readVersionFile(): { readonly gitVersion: string } {
  return JSON.parse(readFileSync(new URL('version.json', folder), 'utf8')) as { readonly gitVersion: string }
}
