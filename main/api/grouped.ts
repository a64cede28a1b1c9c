import { isAppError } from '../../shared/errors/index.ts'
import type { DiscoveryFailure } from '../../shared/ipc/index.ts'
import {
  apiVersionOf,
  type GroupVersion,
  type ResourceInfo,
  type SubresourceInfo,
} from '../../shared/kube/index.ts'
import type { Found } from './aggregated.ts'
import { type Fields, fieldsOf, listOf, textOf, textsOf } from './read.ts'

type Fetch = (path: string) => Promise<unknown>

interface ServedVersion extends GroupVersion {
  readonly preferred: boolean
}

/** Requests under way at once: servers with hundreds of groups throttle a burst. */
const atOnce = 8

/**
 * Discovery as servers before 1.26 offer it: one document a group-version. One that cannot be
 * read becomes a failure; the others stay usable.
 * @param core answer to `/api`
 * @param groups answer to `/apis`
 */
export async function readGrouped(core: unknown, groups: unknown, fetch: Fetch): Promise<Found> {
  const versions = [...coreVersions(core), ...groupVersions(groups)]
  const resources: ResourceInfo[][] = versions.map(() => [])
  const failures: DiscoveryFailure[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < versions.length; index = next++) {
      const version = versions[index] as ServedVersion
      const path = `${version.group === '' ? '/api' : `/apis/${version.group}`}/${version.version}`
      try {
        resources[index] = readResourceList(await fetch(path), version)
      } catch (error) {
        if (!isAppError(error)) throw error
        failures.push({ groupVersion: apiVersionOf(version), error: error.body })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { resources: resources.flat(), failures }
}

function coreVersions(document: unknown): readonly ServedVersion[] {
  return textsOf(fieldsOf(document).versions).map((version, index) => ({
    group: '',
    version,
    preferred: index === 0,
  }))
}

function groupVersions(document: unknown): readonly ServedVersion[] {
  return listOf(fieldsOf(document).groups).flatMap(item => {
    const group = fieldsOf(item)
    const preferred = textOf(fieldsOf(group.preferredVersion).version)
    return listOf(group.versions).map(entry => {
      const version = textOf(fieldsOf(entry).version)
      return { group: textOf(group.name), version, preferred: version === preferred }
    })
  })
}

function readResourceList(document: unknown, served: ServedVersion): ResourceInfo[] {
  const listed = listOf(fieldsOf(document).resources).map(fieldsOf)
  return listed
    .filter(fields => textOf(fields.name) !== '' && !textOf(fields.name).includes('/'))
    .map(fields => ({
      group: served.group,
      version: served.version,
      resource: textOf(fields.name),
      kind: textOf(fields.kind),
      singular: textOf(fields.singularName) || textOf(fields.kind).toLowerCase(),
      shortNames: textsOf(fields.shortNames),
      categories: textsOf(fields.categories),
      namespaced: fields.namespaced === true,
      verbs: textsOf(fields.verbs),
      preferred: served.preferred,
      subresources: subresourcesOf(listed, textOf(fields.name)),
    }))
}

function subresourcesOf(listed: readonly Fields[], resource: string): readonly SubresourceInfo[] {
  const prefix = `${resource}/`
  return listed
    .filter(fields => textOf(fields.name).startsWith(prefix))
    .map(fields => ({
      name: textOf(fields.name).slice(prefix.length),
      kind: textOf(fields.kind),
      verbs: textsOf(fields.verbs),
    }))
}
