import { useEffect, useMemo, useRef, useState } from 'react'
import { defaultSettings, type EditorSettings } from '../../../../shared/ipc/index.ts'
import { parseApiVersion, visibleText } from '../../../../shared/kube/index.ts'
import { chordOf, copyText, editObject, useCall, useIsViewActive, useSettings } from '../../../live/index.ts'
import { Age, Button } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { hasRecords, yamlDocument } from './document.ts'
import { type ViewerSources, YamlViewer } from './editor.ts'
import { type FieldNote, FieldNotes } from './fieldNotes.ts'
import yamlStyles from './Yaml.module.css'

/** The object as YAML: folding, search, and the documentation of each field. */
export function YamlTab() {
  const { context, object, ref } = useSubject()
  const settings = useSettings()?.editor ?? defaultSettings.editor
  const [withRecords, setWithRecords] = useState(settings.showsManagedFields)
  const [hasBlame, setHasBlame] = useState(false)
  const [line, setLine] = useState(1)
  const document = useMemo(() => yamlDocument(object, withRecords), [object, withRecords])
  const notes = useNotes()
  const noteAt = (number: number) => notes.at(document.pathAt(number))
  const blameAt = (number: number) => {
    const names = new Set(notes.owners(document.pathAt(number)).map(owner => owner.manager))
    return [...names].join(', ')
  }
  const viewer = useViewer(
    document.text,
    { label: `YAML of ${visibleText(ref.name)}`, noteAt, blameAt, onLine: setLine },
    settings,
  )
  useKey('Mod F', () => viewer.current?.find())
  const toggleBlame = () => {
    viewer.current?.setBlame(!hasBlame)
    setHasBlame(!hasBlame)
  }
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <Button keys="e" onPress={() => editObject(context, ref)}>
          Edit
        </Button>
        <Button onPress={() => viewer.current?.find()} keys="Mod F">
          Find
        </Button>
        <Button isPressed={hasBlame} onPress={toggleBlame}>
          Owners of lines
        </Button>
        {hasRecords(object) && (
          <Button isPressed={withRecords} onPress={() => setWithRecords(!withRecords)}>
            managedFields and last-applied
          </Button>
        )}
        <span className={styles.gap} />
        <span className={styles.quiet}>{`${document.text.length.toLocaleString()} characters`}</span>
        <Button onPress={() => void copyText(document.text, 'the YAML')}>Copy</Button>
      </div>
      <div ref={viewer.place} className={yamlStyles.editor} />
      <Note note={noteAt(line)} />
    </div>
  )
}

function useNotes(): FieldNotes {
  const { context, object } = useSubject()
  const { group, version } = parseApiVersion(String(object.apiVersion))
  const { value } = useCall('resources.schema', { context, group, version, kind: object.kind })
  return useMemo(() => new FieldNotes(value, object), [value, object])
}

/** A key that is heard wherever the focus is in the view, and before those of the object. */
function useKey(chord: string, run: () => void): void {
  const isActive = useIsViewActive()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role=dialog]') !== null
      if (event.defaultPrevented || isInDialog || chordOf(event) !== chord) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isActive, chord])
}

/** One editor for the life of the tab; what it asks for always comes from the latest render. */
function useViewer(text: string, sources: ViewerSources, settings: EditorSettings) {
  const place = useRef<HTMLDivElement>(null)
  const viewer = useRef<YamlViewer | null>(null)
  const latest = useRef(sources)
  latest.current = sources
  const firstText = useRef(text)
  firstText.current = text
  useEffect(() => {
    if (place.current === null) return
    const created = new YamlViewer(place.current, firstText.current, {
      label: latest.current.label,
      noteAt: number => latest.current.noteAt(number),
      blameAt: number => latest.current.blameAt(number),
      onLine: number => latest.current.onLine(number),
    })
    viewer.current = created
    return () => {
      viewer.current = null
      created.destroy()
    }
  }, [])
  useEffect(() => viewer.current?.setText(text), [text])
  useEffect(() => viewer.current?.setLook(settings), [settings])
  return {
    place,
    get current() {
      return viewer.current
    },
  }
}

/** What is known of the field under the cursor, always at the same place. */
function Note({ note }: { readonly note: FieldNote | null }) {
  if (note === null) return null
  return (
    <section className={yamlStyles.note} aria-label="Field under the cursor">
      <p className={yamlStyles.noteHead}>
        <span className={styles.mono}>{visibleText(note.path)}</span>
        {note.type !== '' && <span className={styles.quiet}>{note.type}</span>}
        <span className={styles.gap} />
        {note.owners.map(owner => (
          <span key={`${owner.manager} ${owner.subresource} ${owner.operation}`} className={styles.quiet}>
            set by <strong>{visibleText(owner.manager)}</strong>
            {owner.subresource !== '' && ` (${owner.subresource})`}
            {owner.time !== null && (
              <>
                {' '}
                <Age since={owner.time} /> ago
              </>
            )}
          </span>
        ))}
      </p>
      {note.description !== '' && <p className={yamlStyles.description}>{visibleText(note.description)}</p>}
    </section>
  )
}
