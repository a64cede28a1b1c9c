import { type ReactNode, useState } from 'react'
import type { KubeconfigFile, Settings } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, changeSettings, errorBody, useCall, useContextList, useSettings } from '../live/index.ts'
import { Button, Chip, DefinitionList, Section, Select, TextField } from '../ui/index.ts'
import styles from './SettingsView.module.css'

/** Preferences, kubeconfig files, protected contexts, and where things are kept. */
export function SettingsView() {
  const settings = useSettings()
  if (settings === null) return null
  return (
    <div className={styles.view}>
      <div className={styles.page}>
        <h1 className={styles.title}>Settings</h1>
        <Section title="Appearance">
          <div className={styles.line}>
            <Select
              label="Theme"
              value={settings.theme}
              options={[
                { id: 'system', label: 'as the system' },
                { id: 'light', label: 'light' },
                { id: 'dark', label: 'dark' },
              ]}
              onChange={theme => save({ theme: theme as Settings['theme'] })}
            />
            <Select
              label="Density"
              value={settings.density}
              options={[
                { id: 'compact', label: 'compact' },
                { id: 'comfortable', label: 'comfortable' },
              ]}
              onChange={density => save({ density: density as Settings['density'] })}
            />
          </div>
        </Section>
        <KubeconfigFiles />
        <Patterns patterns={settings.protectedContexts} />
        <Places />
      </div>
    </div>
  )
}

function save(change: Partial<Settings>): void {
  changeSettings(change).catch((error: unknown) => announce(errorBody(error).message))
}

function KubeconfigFiles() {
  const list = useContextList()
  const settings = useSettings()
  const added = settings?.kubeconfigPaths ?? []
  const remove = (path: string) => {
    engine.call('contexts.removePath', { path }).catch((error: unknown) => announce(errorBody(error).message))
  }
  const from = {
    KUBECONFIG: 'from KUBECONFIG',
    default: 'default place',
    added: 'added',
    pasted: 'pasted',
  } as const
  const files = list?.files ?? []
  return (
    <Section title="Kubeconfig files">
      <p className={styles.note}>
        Read and watched, never written. Files and folders are added on the start page.
      </p>
      <ul className={styles.list}>
        {files.map(file => (
          <Line
            key={file.path}
            action={
              file.from === 'pasted' ? <Button onPress={() => remove(file.path)}>Remove</Button> : undefined
            }
          >
            <code>{file.path}</code>
            <Chip>{from[file.from]}</Chip>
            <FileState file={file} />
          </Line>
        ))}
        {added.map(path => (
          <Line
            key={`added ${path}`}
            action={<Button onPress={() => remove(path)}>{`Remove ${path}`}</Button>}
          >
            <code>{path}</code>
            <Chip>added path</Chip>
          </Line>
        ))}
      </ul>
    </Section>
  )
}

function FileState({ file }: { readonly file: KubeconfigFile }) {
  const { contexts, problem } = file
  if (problem === undefined) {
    return <span className={styles.note}>{contexts === 1 ? '1 context' : `${contexts} contexts`}</span>
  }
  // Having no file at the default place is how most machines without a cluster look.
  if (file.from === 'default' && problem.kind === 'gone')
    return <span className={styles.note}>not there</span>
  return (
    <Chip meaning="bad" title={problem.message}>
      {problem.message}
    </Chip>
  )
}

function Patterns({ patterns }: { readonly patterns: readonly string[] }) {
  const [text, setText] = useState('')
  const add = () => {
    const pattern = text.trim()
    if (pattern === '' || patterns.includes(pattern)) return
    save({ protectedContexts: [...patterns, pattern] })
    setText('')
  }
  return (
    <Section title="Protected contexts">
      <p className={styles.note}>
        Contexts whose name matches one of these patterns carry a lock. <code>*</code> stands for any text,{' '}
        <code>?</code> for one character.
      </p>
      <ul className={styles.list}>
        {patterns.map(pattern => (
          <Line
            key={pattern}
            action={
              <Button
                onPress={() => save({ protectedContexts: patterns.filter(other => other !== pattern) })}
              >
                {`Remove ${pattern}`}
              </Button>
            }
          >
            <code>{pattern}</code>
          </Line>
        ))}
      </ul>
      <div className={styles.entry}>
        <TextField
          label="Pattern"
          isLabelHidden
          placeholder="*prod*"
          isMono
          value={text}
          onChange={setText}
          onSubmit={add}
        />
        <Button onPress={add} isDisabled={text.trim() === ''}>
          Add the pattern
        </Button>
      </div>
    </Section>
  )
}

function Places() {
  const { value, error } = useCall('diagnostics.info', {})
  if (error !== null) return <p role="alert">{error.message}</p>
  if (value === null) return null
  return (
    <Section title="What is kept, and where">
      <DefinitionList
        items={[
          { term: 'Settings', description: <code>{value.settingsFile}</code> },
          { term: 'Log', description: <code>{value.logFile}</code> },
          {
            term: 'Version',
            description: `Gatehouse ${value.version}, Node ${value.node}, ${value.platform}`,
          },
          {
            term: 'Runs in',
            description: value.host === 'electron' ? 'its own window' : 'the browser, served on this machine',
          },
        ]}
      />
      <p className={styles.note}>
        Preferences, open tabs, agreed consents and pasted kubeconfigs are kept there. Nothing of a cluster's
        content is, and no credential reaches the log.
      </p>
    </Section>
  )
}

function Line({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <li className={styles.item}>
      <span className={styles.itemText}>{children}</span>
      {action}
    </li>
  )
}
