/** Image references as github.com/distribution/reference parses them. */

const component = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const host = `(?:${component}(?:\\.${component})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`
const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const path = `${part}(?:/${part})*`
const tag = '\\w[\\w.-]{0,127}'
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const reference = new RegExp(`^(${host}/)(${path})(?::(${tag}))?(?:@(${digest}))?$`)

/** Digests of the algorithms that the server links. */
const digests = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/
const longest = { reference: 4096, path: 255 }

/** With its registry, as `docker.io/library/x` stands for `x`. */
function normalized(image: string): string {
  const slash = image.indexOf('/')
  if (slash < 0) return `docker.io/library/${image}`
  const head = image.slice(0, slash)
  const rest = image.slice(slash + 1)
  const isHost = head === 'localhost' || /[.:]/.test(head) || head.toLowerCase() !== head
  const domain = head === 'index.docker.io' || !isHost ? 'docker.io' : head
  const name = isHost ? rest : image
  return domain === 'docker.io' && !name.includes('/') ? `${domain}/library/${name}` : `${domain}/${name}`
}

/** The pull policy of an image for which none was chosen: what is or may be `latest` is pulled always. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  // Nothing that long is a reference, and the pattern need not try.
  if (image.length > longest.reference || /^[a-f0-9]{64}$/.test(image)) return 'IfNotPresent'
  const match = reference.exec(normalized(image))
  if (match === null) return 'IfNotPresent'
  const [, , name = '', tagged, digested] = match
  if (name.length > longest.path || (digested !== undefined && !digests.test(digested))) return 'IfNotPresent'
  const effective = tagged ?? (digested === undefined ? 'latest' : '')
  return effective === 'latest' ? 'Always' : 'IfNotPresent'
}
