import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../../main/admission/trace/manifest.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { groupVersionOf, placeOf } from './address.ts'
import type { CaseRequest } from './case.ts'
import { fieldsOf, textOf } from './json.ts'

/** Manifests of public projects, kept beside the checkout; `GATEHOUSE_SHARED` names another place. */
export const corpusFolder = join(
  process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared'),
  'corpus',
)

export interface CorpusObject {
  /** File below the corpus, and position in it. */
  readonly id: string
  readonly object: KubeObject
}

/** All objects of the corpus, read as the product reads a manifest; none where there is no corpus. */
export function corpusObjects(): readonly CorpusObject[] {
  if (!existsSync(corpusFolder)) return []
  const files = readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' }).sort()
  return files
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file => {
      const read = readManifest(readFileSync(join(corpusFolder, file), 'utf8'))
      if (read.type === 'invalid') throw new Error(`${file}: ${JSON.stringify(read.problem)}`)
      return read.objects.flatMap(({ object }, at) =>
        typeof object.kind === 'string' && typeof object.apiVersion === 'string'
          ? [{ id: `${file}#${at}`, object: object as unknown as KubeObject }]
          : [],
      )
    })
}

const registration = 'admissionregistration.k8s.io'

export const isRegistration = ({ apiVersion }: KubeObject): boolean =>
  groupVersionOf(textOf(apiVersion)).group === registration

/** The same in the version that servers of today offer: manifests of old versions are as good a test. */
export const asServed = (object: KubeObject): KubeObject =>
  isRegistration(object) ? { ...object, apiVersion: `${registration}/v1` } : object

/** A dry run that creates an object; null where nobody offers its kind. */
export function creation(
  { id, object }: CorpusObject,
  namespace: string,
  offered: readonly ResourceInfo[],
): CaseRequest | null {
  const metadata = fieldsOf(object.metadata)
  const place = placeOf({ ...object, metadata: { name: '', ...metadata } } as KubeObject, offered)
  if (place === null) return null
  const { group, version, resource } = place
  const isIn = offered.some(
    each => each.namespaced && each.group === group && each.version === version && each.resource === resource,
  )
  const sent = isIn ? ({ ...object, metadata: { ...metadata, namespace } } as KubeObject) : object
  return {
    ...{ id, operation: 'create', group, version, resource, object: sent, dryRun: true },
    ...(isIn ? { namespace } : {}),
    expect: { outcome: 'allowed' },
  }
}
