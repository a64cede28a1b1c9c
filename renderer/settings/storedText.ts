import { assertNever } from '../../shared/errors/index.ts'
import type { StoredItem } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'

/** How many things stand in the files. */
export interface Counts {
  readonly pasted: number
  readonly drafts: number
  /** Of Secrets: in no file. */
  readonly draftsInMemory: number
  /** Of the journal. */
  readonly entries: number
}

/** `2.1 KB in 3 drafts, 1 in memory only` */
export function storedText(item: StoredItem, counts: Counts): string {
  const size = item.bytes === 0 ? 'nothing' : bytesText(item.bytes)
  const inWhat = countText(item, counts)
  const kept = inWhat === '' || item.bytes === 0 ? size : `${size} in ${inWhat}`
  if (item.what !== 'drafts' || counts.draftsInMemory === 0) return kept
  return `${kept}, ${counts.draftsInMemory} in memory only`
}

function countText({ what, files }: StoredItem, counts: Counts): string {
  switch (what) {
    case 'pasted':
      return counted(counts.pasted, 'kubeconfig', 'kubeconfigs')
    case 'drafts':
      return counted(counts.drafts, 'draft', 'drafts')
    case 'journal':
      return counted(counts.entries, 'entry', 'entries')
    case 'settings':
    case 'log':
      return files > 1 ? `${files} files` : ''
    default:
      return assertNever(what)
  }
}

/** Nothing where there are none: what lies there is none of ours. */
function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}
