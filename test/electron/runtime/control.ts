/** What a test sends to be run in main, as Playwright does with the real Electron. */
interface Question {
  readonly type: 'evaluate'
  readonly id: number
  readonly code: string
  readonly argument: unknown
}

/** Runs functions that a test sends, with the module `electron` as their first argument. */
export function answerTests(electron: object): void {
  process.on('message', (message: Question) => {
    if (message.type !== 'evaluate') return
    void answer(message, electron)
  })
  // The channel to the test must not keep the program alive.
  process.channel?.unref()
}

async function answer({ id, code, argument }: Question, electron: object): Promise<void> {
  try {
    // biome-ignore lint/security/noGlobalEval: the code is a function of the test that started us
    const run = globalThis.eval(`(${code})`) as (electron: object, argument: unknown) => unknown
    if (process.connected) process.send?.({ type: 'answer', id, value: await run(electron, argument) })
  } catch (error) {
    if (process.connected)
      process.send?.({ type: 'answer', id, error: error instanceof Error ? error.stack : String(error) })
  }
}
