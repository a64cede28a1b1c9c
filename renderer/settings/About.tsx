import { useState } from 'react'
import { addressOf, copyText, navigate, useCall } from '../live/index.ts'
import { Button, CodeBlock, DefinitionList, Section } from '../ui/index.ts'
import { Note } from './parts.tsx'
import styles from './SettingsView.module.css'

/** What runs here, in a form that goes into a report. */
export function About() {
  const { value, error } = useCall('diagnostics.info', {})
  if (error !== null) return <p role="alert">{error.message}</p>
  if (value === null) return null
  const host = value.host === 'electron' ? 'its own window' : 'the browser, served on this machine'
  const facts = [
    { term: 'Version', description: `Gatehouse ${value.version}` },
    { term: 'Runs in', description: host },
    { term: 'Node', description: value.node },
    { term: 'Platform', description: value.platform },
    { term: 'Browser', description: navigator.userAgent },
  ]
  const text = facts.map(({ term, description }) => `${term}: ${description}`).join('\n')
  return (
    <Section title="This program">
      <DefinitionList items={facts} />
      <div className={styles.buttons}>
        <Button onPress={() => void copyText(`${text}\n`, 'what runs here')}>Copy</Button>
        <Button onPress={() => navigate(addressOf.diagnostics())}>Log, requests and support bundle</Button>
      </div>
      <Licences />
      <Note>
        Gatehouse contacts the API servers of the contexts you open and what their kubeconfigs name, and
        nothing else: no updates, no statistics.
      </Note>
    </Section>
  )
}

/** Read only when asked for: it is a long text. */
function Licences() {
  const [isShown, setIsShown] = useState(false)
  const { value, error, isLoading } = useCall('settings.licences', isShown ? {} : null)
  return (
    <>
      <div className={styles.buttons}>
        <Button isPressed={isShown} onPress={() => setIsShown(!isShown)}>
          Licences of what it is made of
        </Button>
      </div>
      {error !== null && <p role="alert">{error.message}</p>}
      {isShown && !isLoading && value === null && error === null && (
        <Note>It runs from its sources: the licences lie with the packages in node_modules.</Note>
      )}
      {value !== null && (
        <div className={styles.long}>
          <CodeBlock label="Licences">{value}</CodeBlock>
        </div>
      )}
    </>
  )
}
