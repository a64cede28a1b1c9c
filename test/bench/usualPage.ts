/**
 * The usual design, in the browser: every object whole in the page, all rows in an array that is
 * sorted anew after every batch of changes, and a list of React that draws the visible ones. Fed
 * by the same API as ours, in pages of 500 and then by a watch.
 */
import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Pod {
  readonly metadata: {
    readonly uid: string
    readonly name: string
    readonly namespace: string
    readonly creationTimestamp: string
    readonly resourceVersion: string
  }
  readonly status?: {
    readonly phase?: string
    readonly podIP?: string
    readonly containerStatuses?: readonly { readonly ready: boolean; readonly restartCount: number }[]
  }
  readonly spec?: { readonly nodeName?: string }
}

declare global {
  interface Window {
    usual: { bytes: number; rows: number }
  }
}

const rowHeight = 26
const shown = 45
window.usual = { bytes: 0, rows: 0 }
const pods = new Map<string, Pod>()

async function readAll(): Promise<string> {
  let next = ''
  let version = ''
  do {
    const answer = await fetch(`/api/v1/pods?limit=500&continue=${encodeURIComponent(next)}`)
    const text = await answer.text()
    window.usual.bytes += text.length
    const page = JSON.parse(text) as {
      metadata: { continue?: string; resourceVersion: string }
      items: Pod[]
    }
    for (const pod of page.items) pods.set(pod.metadata.uid, pod)
    next = page.metadata.continue ?? ''
    version = page.metadata.resourceVersion
  } while (next !== '')
  return version
}

async function watch(version: string, changed: () => void): Promise<void> {
  const answer = await fetch(`/api/v1/pods?watch=1&resourceVersion=${version}`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || value === undefined) return
    window.usual.bytes += value.length
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { type, object } = JSON.parse(line) as { type: string; object: Pod }
      if (type === 'DELETED') pods.delete(object.metadata.uid)
      else if (type !== 'BOOKMARK') pods.set(object.metadata.uid, object)
    }
    changed()
  }
}

function List() {
  const [rows, setRows] = useState<readonly Pod[]>([])
  const [top, setTop] = useState(0)
  const [active, setActive] = useState(0)
  useEffect(() => {
    let isDue = false
    const changed = (): void => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        window.usual.rows = pods.size
        setRows([...pods.values()].sort((a, b) => a.metadata.name.localeCompare(b.metadata.name)))
      })
    }
    void readAll().then(version => {
      changed()
      return watch(version, changed)
    })
  }, [])
  const first = Math.floor(top / rowHeight)
  return createElement(
    'div',
    {
      className: 'list',
      tabIndex: 0,
      onScroll: (event: { currentTarget: HTMLElement }) => setTop(event.currentTarget.scrollTop),
      onKeyDown: (event: { key: string; currentTarget: HTMLElement; preventDefault(): void }) => {
        const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : event.key === 'PageDown' ? shown - 8 : 0
        if (step === 0) return
        event.preventDefault()
        const next = Math.max(0, active + step)
        setActive(next)
        const bottom = event.currentTarget.scrollTop + event.currentTarget.clientHeight
        if ((next + 1) * rowHeight > bottom) event.currentTarget.scrollTop += step * rowHeight
      },
    },
    createElement(
      'div',
      { style: { height: rows.length * rowHeight, position: 'relative' } },
      rows.slice(first, first + shown).map((pod, index) =>
        createElement(
          'div',
          {
            key: pod.metadata.uid,
            className: first + index === active ? 'row active' : 'row',
            style: { top: (first + index) * rowHeight },
          },
          cellsOf(pod).map((text, place) => createElement('span', { key: place, className: 'cell' }, text)),
        ),
      ),
    ),
  )
}

function cellsOf({ metadata, status, spec }: Pod): readonly string[] {
  const containers = status?.containerStatuses ?? []
  return [
    metadata.namespace,
    metadata.name,
    `${containers.filter(({ ready }) => ready).length}/${containers.length}`,
    status?.phase ?? '',
    String(containers.reduce((sum, { restartCount }) => sum + restartCount, 0)),
    `${Math.round((Date.now() - Date.parse(metadata.creationTimestamp)) / 1000)}s`,
    status?.podIP ?? '',
    spec?.nodeName ?? '',
  ]
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(createElement(List))
