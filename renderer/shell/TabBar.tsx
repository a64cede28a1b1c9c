import { useEffect, useRef } from 'react'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { type Address, navigate, parseAddress, useDiscovery } from '../live/index.ts'
import { pluralTitle } from '../resources/index.ts'
import { Icon } from '../ui/index.ts'
import styles from './TabBar.module.css'
import { closeTabAt, useTabs } from './tabStore.ts'

/** The open views of a context. A middle click closes one. */
export function TabBar({ context }: { readonly context: ContextId }) {
  const { addresses, active } = useTabs(context)
  const titleOf = useTitles(context)
  const list = useRef<HTMLElement>(null)
  const hasTabs = addresses.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front comes into sight when it changes
  useEffect(() => {
    const bar = list.current
    if (bar === null) return
    const show = () =>
      bar.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    const observer = new ResizeObserver(show)
    observer.observe(bar)
    return () => observer.disconnect()
  }, [active, context, hasTabs])
  if (!hasTabs) return null
  return (
    <nav className={styles.bar} aria-label="Tabs" ref={list}>
      {addresses.map((address, index) => {
        const { title, detail } = titleOf(address)
        const isActive = index === active
        return (
          <div key={address} className={`${styles.tab} ${isActive ? styles.active : ''}`}>
            <a
              className={styles.link}
              href={address}
              title={detail === '' ? title : `${title} · ${detail}`}
              aria-current={isActive ? 'page' : undefined}
              onClick={event => {
                event.preventDefault()
                navigate(address)
              }}
              onAuxClick={event => {
                if (event.button !== 1) return
                event.preventDefault()
                closeTabAt(context, index)
              }}
            >
              <span className={styles.title}>{visibleText(title)}</span>
              {detail !== '' && <span className={styles.detail}>{visibleText(detail)}</span>}
            </a>
            <button
              type="button"
              className={styles.close}
              aria-label={`Close ${title}`}
              onClick={() => closeTabAt(context, index)}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
    </nav>
  )
}

interface Title {
  readonly title: string
  readonly detail: string
}

function useTitles(context: ContextId): (address: string) => Title {
  const discovery = useDiscovery(context)
  const kindOf = (resource: { readonly group: string; readonly resource: string }) =>
    discovery?.resources.find(kind => kind.group === resource.group && kind.resource === resource.resource)
  return text => {
    const address: Address | null = parseAddress(text)
    switch (address?.view) {
      case 'policies':
        return { title: 'Policies', detail: '' }
      case 'webhooks':
        return { title: 'Webhooks', detail: '' }
      case 'object':
        return {
          title: address.ref.name,
          detail: kindOf(address.ref.resource)?.kind ?? address.ref.resource.resource,
        }
      case 'list': {
        const kind = kindOf(address.resource)
        const { namespaces } = address.query
        const detail = namespaces.length > 1 ? `${namespaces.length} namespaces` : (namespaces[0] ?? '')
        return { title: kind === undefined ? address.resource.resource : pluralTitle(kind), detail }
      }
      default:
        return { title: text, detail: '' }
    }
  }
}
