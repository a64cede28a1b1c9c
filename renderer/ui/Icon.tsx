import styles from './Icon.module.css'

// Outlines on a 16 × 16 grid.
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5M6.8 13V9.5h2.4V13',
  search: 'M11 11l3 3M12.2 7.1a5.1 5.1 0 1 1-10.2 0 5.1 5.1 0 0 1 10.2 0Z',
  close: 'm4 4 8 8m0-8-8 8',
  chevronRight: 'm6 3.5 4.5 4.5L6 12.5',
  chevronDown: 'M3.5 6 8 10.5 12.5 6',
  back: 'M13 8H3.5m4-4-4 4 4 4',
  forward: 'M3 8h9.5m-4-4 4 4-4 4',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  settings:
    'M2 4.5h6m3 0h3M2 11.5h3m3 0h6M11 4.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM8 11.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
  plus: 'M8 3v10M3 8h10',
  copy: 'M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z',
  pin: 'M6 2.5h4l-.6 4L12 9H4l2.6-2.5zM8 9v4.5',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  arrowUp: 'M8 13V3.5m-3.5 3.5L8 3.5 11.5 7',
  arrowDown: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  link: 'M6.7 9.3a2.5 2.5 0 0 0 3.6 0l2-2a2.5 2.5 0 0 0-3.6-3.6l-.7.7M9.3 6.7a2.5 2.5 0 0 0-3.6 0l-2 2a2.5 2.5 0 0 0 3.6 3.6l.7-.7',
  terminal: 'M3 4.5 6.5 8 3 11.5M8 12h5',
  lines: 'M3 4h10M3 8h10M3 12h6',
  port: 'M2.5 8h8m-3-3 3 3-3 3M13 3.5v9',
  transfer: 'M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10m-2.5-2.5L11 13l2.5-2.5',
  chevronUp: 'M3.5 10 8 5.5l4.5 4.5',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zm0 0a5.5 5.5 0 0 1 0 11',
} as const
export type IconName = keyof typeof paths

/** A small line icon. Decorative: words stand beside it, or a label on its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
