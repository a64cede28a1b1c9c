import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { defaultSettings, type Terminal } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, dockKey, errorBody, noteNews, useSettings } from '../live/index.ts'
import { canConnectAgain } from './endWords.ts'
import { type InputProgress, InputQueue } from './inputQueue.ts'
import { LineInput } from './lineInput.ts'
import { openedHere, rememberSize } from './opening.ts'
import { OutputFlow } from './outputFlow.ts'
import { type PasteQuestion, type PasteWay, pastedText, pasteQuestion } from './paste.ts'
import { TerminalScreen } from './terminalScreen.ts'

export interface ScreenState {
  readonly size: { readonly columns: number; readonly rows: number }
  readonly paste: PasteQuestion | null
  readonly link: string | null
  readonly progress: InputProgress
  readonly isFinding: boolean
  readonly hasOutput: boolean
  readonly found: { readonly place: number; readonly count: number }
}

export interface ScreenHandle {
  readonly state: ScreenState
  readonly change: (part: Partial<ScreenState>) => void
  readonly focus: () => void
  readonly find: (text: string, isBackward: boolean, isIncremental: boolean) => void
  readonly paste: (text: string, way: Omit<PasteWay, 'isBracketed'>) => void
  /** What was pasted and did not leave yet stays here. */
  readonly stopPaste: () => void
}

const nothingYet: ScreenState = {
  size: { columns: 80, rows: 24 },
  paste: null,
  link: null,
  progress: { sent: 0, total: 0 },
  isFinding: false,
  hasOutput: false,
  found: { place: -1, count: 0 },
}

/** The screen of a terminal of main in an element, for as long as it is mounted. */
export function useTerminalScreen(
  place: RefObject<HTMLElement | null>,
  terminal: Terminal,
  isActive: boolean,
): ScreenHandle {
  const [state, setState] = useState(nothingYet)
  const made = useRef<MadeScreen | null>(null)
  const latest = useRef(terminal)
  latest.current = terminal
  const fontSize = useSettings()?.editor.fontSize ?? defaultSettings.editor.fontSize
  const { id, isTty } = terminal
  const change = useMemo(
    () => (part: Partial<ScreenState>) =>
      setState(last => (isSame(last, part) ? last : { ...last, ...part })),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of letters changes on the screen that is there
  useEffect(() => {
    if (place.current === null) return
    const screen = makeScreen(place.current, { fontSize, terminal: () => latest.current, change })
    made.current = screen
    return () => {
      made.current = null
      screen.close()
    }
  }, [place, id, isTty, change])
  useEffect(() => made.current?.screen.setFontSize(fontSize), [fontSize])
  useEffect(() => made.current?.setActive(isActive), [isActive])
  const isOver = terminal.phase !== 'open' && terminal.phase !== 'connecting'
  useEffect(() => {
    if (isOver) made.current?.over()
    else made.current?.began()
  }, [isOver])
  return {
    state,
    change,
    focus: () => made.current?.screen.focus(),
    find: (text, isBackward, isIncremental) => made.current?.screen.find(text, isBackward, isIncremental),
    paste: (text, way) => made.current?.paste(text, way),
    stopPaste: () => made.current?.queue.clear(),
  }
}

function isSame(state: ScreenState, part: Partial<ScreenState>): boolean {
  return Object.entries(part).every(([name, value]) => state[name as keyof ScreenState] === value)
}

interface MadeScreen {
  readonly screen: TerminalScreen
  readonly queue: InputQueue
  paste(text: string, way: Omit<PasteWay, 'isBracketed'>): void
  setActive(isActive: boolean): void
  over(): void
  began(): void
  close(): void
}

interface MakeOptions {
  readonly fontSize: number
  readonly terminal: () => Terminal
  readonly change: (part: Partial<ScreenState>) => void
}

/** Ties a screen to its terminal: output to it, input and size from it. */
function makeScreen(place: HTMLElement, { fontSize, terminal, change }: MakeOptions): MadeScreen {
  const { id, isTty } = terminal()
  const tell = (error: unknown) => announce(errorBody(error).message)
  const queue = new InputQueue({
    send: bytes => engine.call('terminals.input', { id, bytes }),
    onFailed: tell,
    onProgress: progress => change({ progress }),
  })
  const line = isTty ? null : new LineInput()
  // Questions in old output were answered when it was new.
  let mayAnswer = openedHere(id)
  let isActive = true
  // While it connects, main keeps what is typed.
  const isOpen = () => terminal().phase === 'open' || terminal().phase === 'connecting'
  const send = (input: string | Uint8Array) => {
    mayAnswer = true
    if (!isOpen()) return
    if (line === null || typeof input !== 'string') queue.push(input)
    else {
      const { echo, input: text, isEnd } = line.type(input)
      if (echo !== '') screen.write(echo)
      queue.push(text)
      if (isEnd) engine.call('terminals.endInput', { id }).catch(tell)
    }
  }
  const paste = (text: string, way: Omit<PasteWay, 'isBracketed'>) =>
    send(pastedText(text, { ...way, isBracketed: screen.isBracketed }))
  const screen = new TerminalScreen(
    place,
    { isTty, fontSize, label: labelOf(terminal()) },
    {
      input: send,
      answer: text => {
        if (mayAnswer && isOpen()) queue.push(text)
      },
      paste: text => {
        if (!isOpen()) return
        const question = pasteQuestion(text)
        if (question === null) paste(text, { isOneLine: false })
        else change({ paste: question })
      },
      copy: text => void copyText(text, 'the selection'),
      resized: (columns, rows) => {
        change({ size: { columns, rows } })
        rememberSize({ columns, rows })
        if (isOpen()) engine.call('terminals.resize', { id, columns, rows }).catch(tell)
      },
      link: address => change({ link: address }),
      find: () => change({ isFinding: true }),
      isOver: () => !isOpen(),
      again: () => {
        if (canConnectAgain(terminal())) engine.call('terminals.reopen', { id, ...screen.size }).catch(tell)
      },
      found: (at, count) => change({ found: { place: at, count } }),
    },
  )
  const flow = new OutputFlow({
    write: (text, done) => screen.write(text, done),
    setSlow: isSlow => stream.setBackground(isSlow),
  })
  const stream = engine.openStream(
    'terminals.output',
    { id, from: 0 },
    {
      value: output => {
        if (flow.take(output)) {
          change({ hasOutput: true })
          if (!isActive) noteNews(dockKey({ kind: 'terminal', terminal: id }))
        }
        if (output.isOver) screen.settle()
      },
      end: error => {
        if (error !== undefined) tell(error)
      },
    },
  )
  change({ size: screen.size })
  return {
    screen,
    queue,
    paste,
    setActive: active => {
      isActive = active
      flow.setHidden(!active)
      if (active) screen.fit()
      // The panel got the focus before there was a screen in it.
      if (active && document.activeElement === place.closest('[data-dock-front]')) screen.focus()
    },
    over: () => queue.clear(),
    began: () => {
      const { columns, rows } = screen.size
      engine.call('terminals.resize', { id, columns, rows }).catch(tell)
    },
    close: () => {
      stream.close()
      screen.dispose()
    },
  }
}

function labelOf({ pod, container, node, kind }: Terminal): string {
  return kind === 'node' ? `Terminal on ${node}` : `Terminal in ${pod}, ${container}`
}
