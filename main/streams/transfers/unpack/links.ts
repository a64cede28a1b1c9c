/**
 * Why a link of a copy must not be made; empty where it cannot lead out of the copy.
 *
 * It may go up only at the beginning, and no further than to the top: the folders that it goes up through are
 * real ones. Going down it may pass other links, each of which stays in the copy for the same reason. Going
 * up after that would depend on where those lead: `a -> .` and `b -> a/..` is a way out.
 * @param depth how many folders below the top of the copy the link is; -1 for the top itself
 */
export function whyNoLink(target: string, depth: number, isWindows: boolean): string {
  if (target === '' || target.includes('\0')) return 'It is a link to nowhere.'
  const parts = target.split('/').filter(part => part !== '' && part !== '.')
  const ups = parts.findIndex(part => part !== '..')
  const isBelow = (ups < 0 ? parts.length : ups) <= depth
  if (target.startsWith('/') || !isBelow || (isWindows && /[\\:]/.test(target)))
    return `It is a link out of the destination, to “${target.slice(0, 200)}”.`
  return parts.includes('..', ups < 0 ? parts.length : ups)
    ? `It is a link that goes down and up again, to “${target.slice(0, 200)}”, which could lead out of the destination.`
    : ''
}
