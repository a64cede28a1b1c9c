import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBinary, ensureOldBinary } from './binary.ts'
import { type CommandResult, runCommand, startService } from './command.ts'

/** A server of Kubernetes 1.31: etcd and the API server, without controllers, nodes and running pods. */
export interface OldServer {
  readonly dir: string
  /** Of a user with all rights. */
  readonly kubeconfig: string
  readonly version: string
  readonly readyMillis: number
  /** kubectl of the newer version. A failure is a result, not an exception. */
  kubectl(args: readonly string[], input?: string): Promise<CommandResult>
  stop(): Promise<void>
}

/** Starts an old server; it ends with `stop`, or when this process does. @throws ClusterUnavailableError */
export async function startOldServer(): Promise<OldServer> {
  const [binary, newer] = [await ensureOldBinary(), await ensureBinary()]
  const dir = await mkdtemp(join(tmpdir(), 'gatehouse-old-'))
  const service = await startService(binary, [dir])
  const { server, token, caFile, version, readyMillis } = service.ready as {
    readonly server: string
    readonly token: string
    readonly caFile: string
    readonly version: string
    readonly readyMillis: number
  }
  const kubeconfig = join(dir, 'admin.kubeconfig')
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'old', cluster: { server, 'certificate-authority': caFile } }],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'old', context: { cluster: 'old', user: 'admin' } }],
      'current-context': 'old',
    }),
  )
  return {
    dir,
    kubeconfig,
    version,
    readyMillis,
    kubectl: (args, input) =>
      runCommand(newer, ['kubectl', '--kubeconfig', kubeconfig, ...args], {
        env: { HOME: dir },
        ...(input === undefined ? {} : { input }),
      }),
    stop: async () => {
      await service.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
