import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import {
  type Address,
  type AdmissionQuestion,
  type ComparePlace,
  type ExplorerPlace,
  parseAddress,
  useDiscovery,
  useStream,
} from '../live/index.ts'
import { pluralTitle } from '../resources/index.ts'

export interface TabTitle {
  readonly title: string
  /** Behind the title: the kind of an object, the namespaces or contexts of a list. */
  readonly detail: string
}

/** Titles of the tabs of a context, by their addresses. */
export function useTabTitles(context: ContextId): (address: string) => TabTitle {
  const discovery = useDiscovery(context)
  const kindOf = (resource: { readonly group: string; readonly resource: string }) =>
    discovery?.resources.find(kind => kind.group === resource.group && kind.resource === resource.resource)
  const drafts = useStream('writes.drafts', {}).value
  const draftOf = (id: string) => drafts?.find(draft => draft.id === id)
  return text => {
    const address: Address | null = parseAddress(text)
    switch (address?.view) {
      case 'overview':
        return { title: 'Overview', detail: '' }
      case 'policies':
        return { title: 'Policies', detail: '' }
      case 'webhooks':
        return { title: 'Webhooks', detail: '' }
      case 'findings':
        return { title: 'Findings', detail: '' }
      case 'audit':
        return { title: 'Audit', detail: address.audit.draft === null ? '' : 'trial' }
      case 'scratchpad':
        return { title: 'Scratchpad', detail: address.scratch.from.replace(/^\w+\//, '') }
      case 'fleet':
        return { title: 'Fleet', detail: '' }
      case 'edit':
        return { title: draftOf(address.draft)?.title ?? 'Draft', detail: 'edit' }
      case 'drafts':
        return { title: 'Drafts', detail: '' }
      case 'journal':
        return { title: 'Journal', detail: '' }
      case 'compare':
        return { title: 'Compare', detail: comparedName(address.compare) }
      case 'explorer':
        return { title: 'API explorer', detail: explorerDetail(address.place) }
      case 'events':
        return { title: 'Events', detail: '' }
      case 'usage':
        return { title: 'Usage', detail: '' }
      case 'logs':
        return { title: logTitle(address.place.target), detail: 'logs' }
      case 'pipeline':
        return { title: 'Pipeline', detail: askedOf(address.question) }
      case 'whatif':
        return { title: 'What happens if', detail: askedOf(address.question) }
      case 'object':
        return {
          title: address.ref.name,
          detail: kindOf(address.ref.resource)?.kind ?? address.ref.resource.resource,
        }
      case 'list': {
        const kind = kindOf(address.resource)
        const title = kind === undefined ? knownTitle(address.resource.resource) : pluralTitle(kind)
        return { title, detail: listDetail(address.query) }
      }
      default:
        return { title: text, detail: '' }
    }
  }
}

/** What an admission view asks about: the object's name, else the kind. */
export function askedOf({ resource, subresource, name }: AdmissionQuestion): string {
  if (name !== '') return name
  return resource === null ? '' : [resource.resource, subresource].filter(part => part !== '').join('/')
}

function comparedName({ tab, before, kind, path }: ComparePlace): string {
  if (tab === 'objects') return before.ref?.name ?? ''
  return (tab === 'kind' ? kind : path).split('/').at(-1) ?? ''
}

/** The kind that is explained, or what is asked for. */
function explorerDetail({ tab, kind, operation }: ExplorerPlace): string {
  return tab === 'schema'
    ? (kind.split('/').at(-1) ?? '')
    : operation.replace(/ .*\/(?=[^{])/, ' ').slice(0, 40)
}

/** An object by its name, pods by what selects them. */
function logTitle(target: LogTarget): string {
  return target.type === 'object' ? target.ref.name : target.labelSelector || 'all pods'
}

/** Before discovery is read: `pods` is `Pods`. */
function knownTitle(resource: string): string {
  return resource.slice(0, 1).toUpperCase() + resource.slice(1)
}

/** What tells a list from the plain one of its kind. */
export function listDetail({
  namespaces,
  merged,
}: {
  readonly namespaces: readonly string[]
  readonly merged: readonly ContextId[]
}): string {
  const [first = ''] = namespaces
  const places = namespaces.length > 1 ? `${namespaces.length} namespaces` : first
  const contexts = merged.length > 0 ? `${merged.length + 1} contexts` : ''
  return [places, contexts].filter(part => part !== '').join(', ')
}
