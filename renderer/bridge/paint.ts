/** When values are applied and when they count as painted. */
export interface Painter {
  /** Runs before the next paint, soon in a page that is hidden and paints nothing. */
  beforePaint(run: () => void): void
  /** Called inside `beforePaint`: runs when what was changed there is on screen. */
  afterPaint(run: () => void): void
}

/** A hidden page gets no animation frames; values must not stall there. Milliseconds. */
const hiddenDelay = 200

export const browserPainter: Painter = {
  beforePaint: run => {
    let done = false
    const once = () => {
      if (done) return
      done = true
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      run()
    }
    const frame = requestAnimationFrame(once)
    const timer = setTimeout(once, hiddenDelay)
  },
  // A message posted from an animation frame is delivered after that frame was drawn.
  afterPaint: run => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      run()
    }
    channel.port2.postMessage(null)
  },
}
