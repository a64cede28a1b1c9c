import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

/** State of a socket that listens. Source: Linux, include/net/tcp_states.h. */
const listening = '0A'

/**
 * The program that listens on a port of this machine, e.g. `nginx (process 812)`; null where the system
 * does not tell: only Linux has it in files, and those of others may not be read.
 */
export async function holderOf(port: number): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const sockets = await listeners(port)
  if (sockets.size === 0) return null
  const processes = await readdir('/proc').catch(() => [])
  for (const id of processes) {
    if (!/^\d+$/.test(id) || !(await holds(id, sockets))) continue
    if (Number(id) === process.pid) return 'Gatehouse itself'
    return `${(await nameOf(id)) || 'a program'} (process ${id})`
  }
  return null
}

/** A thread may have given itself another name than the program has: then the file that runs tells. */
async function nameOf(id: string): Promise<string> {
  const link = await readlink(`/proc/${id}/exe`).catch(() => '')
  return basename(link) || (await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')).trim()
}

/** Links that stand for the listening sockets of a port, as `/proc/<id>/fd` has them. */
async function listeners(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map(file => readFile(file, 'utf8').catch(() => '')),
  )
  return new Set(tables.flatMap(table => listenersIn(table, port)))
}

/** The same in one table of the kernel. Source of the columns: Linux, Documentation/networking/proc_net_tcp.rst. */
export function listenersIn(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap(line => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === listening && local.endsWith(`:${wanted}`) ? [`socket:[${inode}]`] : []
  })
}

async function holds(id: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${id}/fd`).catch(() => [])
  for (const file of files) {
    const link = await readlink(`/proc/${id}/fd/${file}`).catch(() => '')
    if (sockets.has(link)) return true
  }
  return false
}
