import type { Page } from '@playwright/test'
import type * as electron from 'electron'

type Electron = typeof electron

/** The desktop application as the journeys see it, whichever runtime is below. */
export interface Desktop {
  readonly page: Page
  /** Folder that holds this run's settings and profile; give it to the next start to restart. */
  readonly home: string
  /** Runs a function in main, with the module `electron`. */
  evaluate<Argument, Result>(
    run: (electron: Electron, argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  /** Starts the program once more with arguments; resolves when that second one has ended. */
  startAgain(args: readonly string[]): Promise<void>
  /** Quits as the menu does. */
  quit(): Promise<Ending>
}

export interface Ending {
  /** What was open still when the program ended. */
  readonly left: readonly string[]
  /** Errors of the page: uncaught, reported by its policy, or on its console. */
  readonly faults: readonly string[]
}

export interface DesktopOptions {
  readonly home?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export type StartDesktop = (options?: DesktopOptions) => Promise<Desktop>
