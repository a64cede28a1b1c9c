interface Dropped {
  readonly files: Iterable<File>
  getData(type: string): string
}

/** Absolute paths of what was dropped; none where the host does not tell them. */
export function droppedPaths(dropped: Dropped, pathOf: (file: File) => string): readonly string[] {
  const uris = dropped.getData('text/uri-list').split(/\r?\n/).map(pathOfUri)
  return [...new Set([...[...dropped.files].map(pathOf), ...uris])].filter(path => path !== '')
}

/** Links to files come from programs that drag text, in any browser. */
function pathOfUri(line: string): string {
  if (!line.startsWith('file:')) return ''
  try {
    const { pathname, host } = new URL(line)
    const path = decodeURIComponent(pathname)
    // `file:///C:/dumps` names a drive, `file://server/share` another machine.
    if (/^\/[A-Za-z]:\//.test(path)) return path.slice(1)
    return host === '' || host === 'localhost' ? path : ''
  } catch {
    return ''
  }
}
