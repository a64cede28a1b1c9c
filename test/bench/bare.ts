import type { Page } from '@playwright/test'

/** Rows and cells of a grid, as many as stand on the product's page. */
export interface Shape {
  readonly rows: number
  /** Widths of the columns in pixels. */
  readonly columns: readonly number[]
  readonly rowHeight: number
  readonly height: number
}

/** What the grid of the active view is made of. */
export function shapeOf(page: Page): Promise<Shape> {
  return page.evaluate(() => {
    const grid = document.querySelector('[data-view-active] [role="grid"]')
    const rows = [...(grid?.querySelectorAll('[role="row"]') ?? [])].slice(1)
    const cells = [...(rows[0]?.querySelectorAll('[role="gridcell"]') ?? [])]
    return {
      rows: rows.length,
      columns: cells.map(cell => cell.clientWidth),
      rowHeight: rows[0]?.getBoundingClientRect().height ?? 0,
      height: grid?.clientHeight ?? 0,
    }
  })
}

/**
 * Turns an empty page into one that shows so many rows of plain cells, and pages through them by
 * the same key: what a browser needs at least for the texts of a page.
 */
export function makeBare(page: Page, shape: Shape): Promise<void> {
  return page.evaluate(({ rows, columns, rowHeight, height }) => {
    const style = document.createElement('style')
    style.textContent = `body{margin:0;font:12px monospace}.list{height:${height}px;overflow:auto;position:relative}
      .row{position:absolute;left:0;right:0;height:${rowHeight}px;line-height:${rowHeight}px;border-bottom:1px solid #ddd}
      .cell{position:absolute;top:0;bottom:0;white-space:nowrap;overflow:hidden}`
    const list = document.createElement('div')
    list.className = 'list'
    list.tabIndex = 0
    const body = document.createElement('div')
    body.style.height = `${10_000 * rowHeight}px`
    list.append(body)
    document.body.replaceChildren(style, list)
    const slots = Array.from({ length: rows }, () => {
      const row = document.createElement('div')
      row.className = 'row'
      let left = 0
      for (const width of columns) {
        const cell = document.createElement('div')
        cell.className = 'cell'
        cell.style.left = `${left}px`
        cell.style.width = `${width}px`
        left += width
        row.append(cell)
      }
      body.append(row)
      return row
    })
    const draw = (first: number): void => {
      for (const [at, row] of slots.entries()) {
        const index = first + at
        row.style.top = `${index * rowHeight}px`
        for (const [place, cell] of [...row.children].entries())
          cell.textContent =
            place === 1 ? `web-${index}-s2z4qpfdc-${(index * 7919) % 9973}` : `value ${index % 97}`
      }
    }
    let first = 0
    draw(first)
    list.addEventListener('keydown', event => {
      if (event.key !== 'PageDown') return
      event.preventDefault()
      first += Math.floor(height / rowHeight) - 2
      list.scrollTop = first * rowHeight
      draw(first)
    })
    list.focus()
  }, shape)
}
