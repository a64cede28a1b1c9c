/** What the API explorer shows. */
export interface ExplorerPlace {
  readonly tab: 'operations' | 'schema'
  /** Id of an operation; empty: none is chosen. */
  readonly operation: string
  /** `apps/v1/Deployment`, `/v1/Pod`; empty: none is chosen. */
  readonly kind: string
  /** Of a field, steps joined by `.`; empty: the kind itself. */
  readonly path: string
}

export const plainExplorer: ExplorerPlace = { tab: 'operations', operation: '', kind: '', path: '' }

export function explorerText({ tab, operation, kind, path }: ExplorerPlace): string {
  const params = new URLSearchParams()
  if (tab !== plainExplorer.tab) params.set('tab', tab)
  if (operation !== '') params.set('op', operation)
  if (kind !== '') params.set('kind', kind)
  if (path !== '') params.set('path', path)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export function parseExplorer(params: URLSearchParams): ExplorerPlace {
  return {
    tab: params.get('tab') === 'schema' ? 'schema' : 'operations',
    operation: params.get('op') ?? '',
    kind: params.get('kind') ?? '',
    path: params.get('path') ?? '',
  }
}
