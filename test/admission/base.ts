import { apiVersionOf } from '../../shared/kube/index.ts'
import { pathOf } from './address.ts'
import { fieldsOf } from './json.ts'
import type { Base } from './recording.ts'
import type { ApiServer } from './server.ts'
import { inParallel } from './writing.ts'

/** Kinds that decide about requests, which a fresh server has objects of. */
const wanted = new Set([
  'namespaces',
  'nodes',
  'clusterroles',
  'clusterrolebindings',
  'roles',
  'rolebindings',
  'priorityclasses',
  'runtimeclasses',
  'storageclasses',
  'ingressclasses',
  'limitranges',
  'resourcequotas',
  'customresourcedefinitions',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
])

/** Reads what a server has and offers. */
export async function readBase(server: ApiServer, minor: number): Promise<Base> {
  const resources = await server.resources()
  const kinds = resources.filter(({ resource, preferred }) => preferred && wanted.has(resource))
  const [user, lists, documents] = await Promise.all([
    server.whoAmI(),
    inParallel(kinds, 4, kind => server.list(pathOf(kind))),
    readDocuments(server, [...new Set(resources.map(apiVersionOf))]),
  ])
  return { minor, user, resources, objects: lists.flat(), documents }
}

/** OpenAPI v3 of groups and versions; those that the server does not publish are left out. */
export async function readDocuments(
  server: ApiServer,
  versions: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const read = await inParallel(versions, 4, async version => {
    const { code, body } = await server.call(
      'GET',
      `/openapi/v3/${version.includes('/') ? 'apis' : 'api'}/${version}`,
    )
    // Paths are most of a document, and say nothing of objects.
    return code === 200 ? [[version, { components: fieldsOf(body).components }] as const] : []
  })
  return Object.fromEntries(read.flat())
}
