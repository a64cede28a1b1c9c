/** What a log of the Static Analysis Results Interchange Format is made of. */
export interface SarifRun {
  readonly toolVersion: string
  readonly rules: readonly { readonly id: string; readonly name: string }[]
  readonly results: readonly object[]
  /** What makes the results less than whole: with any, the run counts as not successful. */
  readonly gaps: readonly string[]
  /** What is to be known of the results. */
  readonly notes: readonly string[]
}

/** A log of one run, in version 2.1.0. */
export function sarifLog({ toolVersion, rules, results, gaps, notes }: SarifRun): string {
  const told = (level: 'warning' | 'note', texts: readonly string[]) =>
    texts.map(text => ({ level, message: { text: sarifText(text) } }))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Gatehouse', version: toolVersion, rules } },
        invocations: [
          {
            executionSuccessful: gaps.length === 0,
            toolExecutionNotifications: [...told('warning', gaps), ...told('note', notes)],
          },
        ],
        results,
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/**
 * A text as a message. Readers make links of `[text](address)` in messages (SARIF 2.1.0, 3.11.6), and
 * messages come from a cluster: a backslash before the bracket keeps them text.
 */
export function sarifText(text: string): string {
  return text.replaceAll('](', '\\](')
}
