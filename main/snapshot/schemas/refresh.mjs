// Rebuilds the files of this folder from a real API server: what it says of its groups, its
// schemas (without descriptions) and the columns of its tables. Run it when the test cluster's
// Kubernetes version changes:
//   node main/snapshot/schemas/refresh.mjs KUBECONFIG
// where KUBECONFIG signs in with a token (the test cluster writes one such file).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parse } from 'yaml'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** The groups that the sample cluster serves, each with the versions it serves. */
const served = {
  '': ['v1'],
  'admissionregistration.k8s.io': ['v1'],
  'apiextensions.k8s.io': ['v1'],
  apps: ['v1'],
  'authentication.k8s.io': ['v1'],
  'authorization.k8s.io': ['v1'],
  autoscaling: ['v2'],
  batch: ['v1'],
  'coordination.k8s.io': ['v1'],
  'discovery.k8s.io': ['v1'],
  'networking.k8s.io': ['v1'],
  policy: ['v1'],
  'rbac.authorization.k8s.io': ['v1'],
  'scheduling.k8s.io': ['v1'],
  'storage.k8s.io': ['v1'],
}

const kubeconfig = parse(await readFile(process.argv[2] ?? '', 'utf8'))
const server = kubeconfig.clusters[0].cluster
const token = kubeconfig.users[0].user.token

function get(path, accept = 'application/json') {
  const options = {
    ca: Buffer.from(server['certificate-authority-data'], 'base64'),
    headers: { authorization: `Bearer ${token}`, accept },
  }
  return new Promise((resolve, reject) => {
    request(new URL(path, server.server), options, response => {
      const chunks = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`))
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Descriptions go, save where `description` is the name of a field. */
function withoutDescriptions(value, isFieldMap = false) {
  if (Array.isArray(value)) return value.map(item => withoutDescriptions(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, held]) => isFieldMap || key !== 'description' || typeof held !== 'string')
      .map(([key, held]) => [key, withoutDescriptions(held, key === 'properties' || key === 'schemas')]),
  )
}

const discoveryForm = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const tableForm = 'application/json;as=Table;v=v1;g=meta.k8s.io'

const core = await get('/api', discoveryForm)
const named = await get('/apis', discoveryForm)
const groups = [...core.items, ...named.items]
  .filter(group => (group.metadata.name ?? '') in served)
  .map(group => ({
    ...group,
    versions: group.versions.filter(version => served[group.metadata.name ?? ''].includes(version.version)),
  }))

const columns = {}
for (const group of groups) {
  const name = group.metadata.name ?? ''
  for (const version of group.versions) {
    const root = name === '' ? `/api/${version.version}` : `/apis/${name}/${version.version}`
    for (const resource of version.resources) {
      if (!resource.verbs.includes('list')) continue
      const table = await get(`${root}/${resource.resource}?limit=1`, tableForm)
      columns[`${name}/${version.version}/${resource.resource}`] = table.columnDefinitions
    }
  }
}

await rm(`${folder}openapi`, { recursive: true, force: true })
await mkdir(`${folder}openapi`)
const paths = Object.keys((await get('/openapi/v3')).paths)
for (const path of paths) {
  const [root, first, second] = path.split('/')
  const isServed =
    root === 'api' ? first !== undefined : root === 'apis' && (served[first] ?? []).includes(second)
  if (!isServed) continue
  const document = await get(`/openapi/v3/${path}`)
  const stripped = withoutDescriptions(document)
  const file = `${path.replaceAll('/', '_')}.json.gz`
  await writeFile(`${folder}openapi/${file}`, gzipSync(JSON.stringify(stripped), { level: 9 }))
}
const pack = value => gzipSync(JSON.stringify(value), { level: 9 })
await writeFile(`${folder}discovery.json.gz`, pack(groups))
await writeFile(`${folder}columns.json.gz`, pack(columns))
await writeFile(`${folder}version.json`, `${JSON.stringify(await get('/version'), null, 2)}\n`)
