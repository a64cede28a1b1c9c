import { readFile } from 'node:fs/promises'

/** Resident memory of a process in bytes, read from /proc; null where there is none. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(status)
  return line === null ? null : Number(line[1]) * 1024
}

/** Processor time of a process in seconds since its start; null where /proc is missing. */
export async function processorSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 13) return null
  // utime and stime in clock ticks; Linux counts 100 a second for user space.
  return (Number(fields[11]) + Number(fields[12])) / 100
}
