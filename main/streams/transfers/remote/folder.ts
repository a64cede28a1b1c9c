import { AppError, type AppErrorBody } from '../../../../shared/errors/index.ts'
import type { ContainerFolder } from '../../../../shared/ipc/index.ts'
import { type Container, isMissing, type Ran, run } from './command.ts'
import { mostFiles, readListing } from './listing.ts'
import { noShell } from './missing.ts'

/** Of names as long as they may be, so many entries and a little more. */
const mostBytes = 4 * 1024 * 1024

/**
 * Lists with what the container has. GNU find tells all at once. Else the shell finds the names, and `stat`
 * of busybox or GNU tells of them; without it their kinds are all there is. No name holds a slash or a zero
 * byte, so these end what could hold anything else.
 */
/** 20, 21 and 22: why the folder cannot be entered. */
export const listingScript = `
if [ ! -e "$1" ]; then exit 20; fi
if [ ! -d "$1" ]; then exit 21; fi
cd -- "$1" || exit 22
if find . -maxdepth 0 -printf '' >/dev/null 2>&1; then
  printf 'find\\0'
  exec find . -mindepth 1 -maxdepth 1 -printf '%y%Y %s %T@ %M %f\\0%l\\0'
fi
n=0
for f in * .[!.]* ..?*; do
  if [ -e "$f" ] || [ -L "$f" ]; then
    n=$((n+1))
    if [ "$n" -gt ${mostFiles + 1} ]; then break; fi
    set -- "$@" "$f"
  fi
done
shift
if stat -c %f -- . >/dev/null 2>&1; then
  printf 'stat\\0'
  if [ "$#" -gt 0 ]; then stat -c '%f %s %Y %n/' -- "$@"; fi
else
  printf 'test\\0'
  for f; do
    k=o
    if [ -f "$f" ]; then k=f; fi
    if [ -d "$f" ]; then k=d; fi
    if [ -L "$f" ]; then k=l; fi
    printf '%s %s/\\n' "$k" "$f"
  done
fi
printf '\\0'
n=0
for f; do
  if [ -L "$f" ]; then
    n=$((n+1))
    if [ "$n" -gt 500 ]; then break; fi
    k=-
    if [ -d "$f" ]; then k=d; fi
    printf '%s%s/%s\\0' "$k" "$f" "$(readlink -- "$f" 2>/dev/null)"
  fi
done
exit 0`

/** @param folder an absolute path @throws AppError */
export async function readFolder(
  container: Container,
  folder: string,
  signal: AbortSignal,
): Promise<ContainerFolder> {
  const ran = await tried(container, folder, signal)
  if (ran.output.length === 0)
    throw ran.code === 127 ? noShell(container, 'list its files') : cannotList(container, folder, ran)
  const { files, isWhole } = readListing(ran.output)
  const sorted = files.slice(0, mostFiles).sort((a, b) => (a.name < b.name ? -1 : 1))
  return { path: folder, files: sorted, isCut: files.length > mostFiles || ran.isCut || !isWhole }
}

async function tried(container: Container, folder: string, signal: AbortSignal) {
  try {
    return await run(container, ['sh', '-c', listingScript, 'sh', folder], { signal, most: mostBytes })
  } catch (error) {
    throw isMissing(error) ? noShell(container, 'list its files') : error
  }
}

const reasons: Readonly<Record<number, readonly [AppErrorBody['kind'], string]>> = {
  20: ['gone', 'It does not exist, or the container’s user may not see it.'],
  21: ['invalid', 'It is no folder.'],
  22: ['denied', 'The container’s user may not enter it.'],
}

function cannotList({ session, container }: Container, folder: string, { code, errors }: Ran): AppError {
  const [kind, why] = reasons[code] ?? ['serverFault', `The shell ended with code ${code}.`]
  return new AppError({
    kind,
    context: session.context,
    message: `The folder ${folder} of container ${container} cannot be listed. ${why}`,
    ...(errors === '' ? {} : { causes: errors.split('\n').slice(0, 5) }),
  })
}
