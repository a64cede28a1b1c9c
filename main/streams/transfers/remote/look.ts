import { type Container, isMissing, run } from './command.ts'

/** `other`: a device, a pipe, or a link to nowhere. */
export type RemoteKind = 'folder' | 'file' | 'other' | 'nothing'

export interface Looked {
  readonly kind: RemoteKind
  readonly mayWrite: boolean
}

export interface Look {
  /** In the order of the paths; links are followed. */
  readonly paths: readonly Looked[]
  readonly hasTar: boolean
}

const kinds: Readonly<Record<string, RemoteKind>> = { d: 'folder', f: 'file', o: 'other', n: 'nothing' }

const script = `
for p; do
  k=n
  if [ -e "$p" ] || [ -L "$p" ]; then k=o; fi
  if [ -f "$p" ]; then k=f; fi
  if [ -d "$p" ]; then k=d; fi
  if [ -w "$p" ]; then echo "$k w"; else echo "$k -"; fi
done
if command -v tar >/dev/null 2>&1; then echo tar; fi
exit 0`

/** What is at some paths of a container; null where it has no shell to ask. @throws AppError */
export async function look(
  container: Container,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Look | null> {
  try {
    const { code, output } = await run(container, ['sh', '-c', script, 'sh', ...paths], { signal })
    if (code !== 0) return null
    const lines = output.toString('latin1').split('\n')
    return {
      paths: paths.map((_, at) => {
        const [kind = '', write] = (lines[at] ?? '').split(' ')
        return { kind: kinds[kind] ?? 'nothing', mayWrite: write === 'w' }
      }),
      hasTar: lines[paths.length] === 'tar',
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
