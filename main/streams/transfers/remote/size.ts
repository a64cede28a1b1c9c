import { begin, type Container } from './command.ts'

/**
 * Adds up what a command prints, one size a line, and tells the sum at the end. Where it fails nothing is told: a
 * copy without a known whole is a copy all the same.
 */
export async function followSize(
  container: Container,
  command: readonly string[],
  signal: AbortSignal,
  onTotal: (bytes: number) => void,
): Promise<void> {
  try {
    const process = await begin(container, command, { signal })
    let sum = 0
    let rest = ''
    for await (const chunk of process.output) {
      const lines = (rest + Buffer.from(chunk).toString('latin1')).slice(-1_000_000).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) sum += Number(line) || 0
    }
    await process.exit
    process.close()
    if (!signal.aborted && Number.isSafeInteger(sum)) onTotal(sum)
  } catch {
    // Told by the copy itself, if it matters.
  }
}
