import { type Fields, fieldsOf, isFields, listOf, stringOf } from '../fields.ts'
import { storageWarnings } from './quantities.ts'

/** Kinds of volumes that have gone out of use. */
const deprecated: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
}

/** What the server calls a field in these warnings. */
const written: Readonly<Record<string, string>> = { storageos: 'storageOS' }

/** From this release on servers make no volumes of Git repositories. */
const firstWithoutGit = 33

/** Of the volumes of a pod. Source: kubernetes, pkg/api/pod/warnings.go. */
export function volumeWarnings(
  spec: Fields,
  at: (field: string) => string,
  minor: number,
): readonly string[] {
  const volumes = listOf(spec.volumes).map(fieldsOf)
  return [
    ...volumes.flatMap((volume, index) => kindWarnings(volume, at(`volumes[${index}]`), minor)),
    ...volumes.flatMap(overlapWarnings),
  ]
}

function kindWarnings(volume: Fields, path: string, minor: number): readonly string[] {
  const git = `deprecated in v1.11${minor >= firstWithoutGit ? ', and disabled by default in v1.33+' : ''}`
  const claim = fieldsOf(fieldsOf(volume.ephemeral).volumeClaimTemplate)
  return [
    ...(isFields(volume.gitRepo) ? [`${path}.gitRepo: ${git}`] : []),
    ...Object.entries(deprecated).flatMap(([kind, message]) =>
      isFields(volume[kind]) ? [`${path}.${written[kind] ?? kind}: ${message}`] : [],
    ),
    ...storageWarnings(fieldsOf(claim.spec), `${path}.ephemeral.volumeClaimTemplate.spec`),
  ]
}

interface Mapped {
  readonly path: string
  readonly source: string
}

function overlapWarnings(volume: Fields): readonly string[] {
  const name = JSON.stringify(stringOf(volume.name))
  const of = (what: string, items: unknown): readonly string[] =>
    overlaps([mapped(items, '')]).map(each => `volume ${name} (${what}): overlapping paths: ${each}`)
  const { configMap, secret, downwardAPI, projected } = volume
  return [
    ...of(`ConfigMap ${quoted(fieldsOf(configMap).name)}`, fieldsOf(configMap).items),
    ...of(`Secret ${quoted(fieldsOf(secret).secretName)}`, fieldsOf(secret).items),
    ...of('DownwardAPI', fieldsOf(downwardAPI).items),
    ...(isFields(projected) ? projectedWarnings(projected, name) : []),
  ]
}

const quoted = (value: unknown): string => JSON.stringify(stringOf(value))

function projectedWarnings(projected: Fields, name: string): readonly string[] {
  const sources = listOf(projected.sources).map(fieldsOf)
  return [
    ...sources
      .filter(source => Object.values(source).every(each => each === undefined || each === null))
      .map(() => `volume ${name} (Projected) has no sources provided`),
    ...overlaps(sources.map(pathsOf)).map(each => `volume ${name} (Projected): overlapping paths: ${each}`),
  ]
}

/** Files that a source of a projected volume makes. */
function pathsOf(source: Fields): readonly Mapped[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source
  const items = (of: unknown): unknown => fieldsOf(of).items
  if (isFields(configMap) && Array.isArray(configMap.items))
    return mapped(items(configMap), `ConfigMap ${quoted(configMap.name)}`)
  if (isFields(secret) && Array.isArray(secret.items))
    return mapped(items(secret), `Secret ${quoted(secret.name)}`)
  if (isFields(downwardAPI) && Array.isArray(downwardAPI.items))
    return mapped(items(downwardAPI), 'DownwardAPI')
  if (isFields(serviceAccountToken))
    return [{ path: stringOf(serviceAccountToken.path), source: 'ServiceAccountToken' }]
  if (isFields(clusterTrustBundle)) {
    const { name, signerName, path } = clusterTrustBundle
    return [{ path: stringOf(path), source: `ClusterTrustBundle ${quoted(name ?? signerName)}` }]
  }
  return isFields(podCertificate) ? certificatePaths(podCertificate) : []
}

function certificatePaths(certificate: Fields): readonly Mapped[] {
  const files: readonly (readonly [unknown, string])[] = [
    [certificate.certificateChainPath, 'PodCertificate chain'],
    [certificate.keyPath, 'PodCertificate key'],
    [certificate.credentialBundlePath, 'PodCertificate credential bundle'],
  ]
  return files.flatMap(([path, source]) => (stringOf(path) === '' ? [] : [{ path: stringOf(path), source }]))
}

const mapped = (items: unknown, source: string): readonly Mapped[] =>
  listOf(items).map(each => ({ path: stringOf(fieldsOf(each).path), source }))

/** Files of one path, and those whose path goes through another one. */
function overlaps(groups: readonly (readonly Mapped[])[]): readonly string[] {
  const earlier: Mapped[] = []
  return groups.flat().flatMap(each => {
    const file = { ...each, path: each.path.replace(/\/+$/, '') }
    const found = file.path === '' ? [] : earlier.filter(other => isInTheWay(file, other))
    earlier.push(file)
    return found.map(other => `${inWords(file)} with ${inWords(other)}`)
  })
}

function isInTheWay({ path }: Mapped, other: Mapped): boolean {
  if (other.path === '') return false
  return `${other.path}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other.path}/`)
}

const inWords = ({ path, source }: Mapped): string =>
  source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`
