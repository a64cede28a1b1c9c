import type { KubeconfigFile } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { copyText, useContextList, useSettings } from '../live/index.ts'
import { Button, Chip, Icon, Section } from '../ui/index.ts'
import { Line, Lines, Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { tell } from './save.ts'

/** The dialogs by which kubeconfigs are added. */
export type AddDoor = 'path' | 'paste'

const from = {
  KUBECONFIG: 'from KUBECONFIG',
  default: 'default place',
  added: 'added',
  pasted: 'pasted',
} as const

/** Every file that is read for contexts, and the paths that the user added. */
export function KubeconfigFiles({ onDoor }: { readonly onDoor: (door: AddDoor) => void }) {
  const files = useContextList()?.files ?? []
  const added = useSettings()?.kubeconfigPaths ?? []
  return (
    <>
      <div className={styles.buttons}>
        <Button onPress={() => onDoor('path')}>
          <Icon name="plus" />
          Add a file or folder
        </Button>
        <Button onPress={() => onDoor('paste')}>Paste a kubeconfig</Button>
      </div>
      <Section title="Files that are read" aside={String(files.length)}>
        <Note>Read and watched, never written. What is edited shows at once.</Note>
        <Lines label="Files that are read">
          {files.map(file => (
            <FileLine key={file.path} file={file} />
          ))}
        </Lines>
      </Section>
      <Section title="Added by you" aside={String(added.length)}>
        <Note>
          {added.length === 0
            ? 'Nothing is added. Files of KUBECONFIG and of the default place are read in any case.'
            : 'Files and folders besides those of KUBECONFIG. Of a folder, every kubeconfig in it is read.'}
        </Note>
        <Lines label="Added by you">
          {added.map(path => (
            <Line
              key={path}
              action={
                <Button label={`Remove ${path}`} onPress={() => remove(path)}>
                  Remove
                </Button>
              }
            >
              <code>{visibleText(path)}</code>
            </Line>
          ))}
        </Lines>
      </Section>
    </>
  )
}

function remove(path: string): void {
  engine.call('contexts.removePath', { path }).catch(tell)
}

function FileLine({ file }: { readonly file: KubeconfigFile }) {
  return (
    <Line
      action={
        <>
          <Button
            look="quiet"
            label={`Copy ${file.path}`}
            onPress={() => void copyText(file.path, 'the path')}
          >
            <Icon name="copy" />
          </Button>
          {file.from === 'pasted' && (
            <Button label={`Delete ${file.path}`} onPress={() => remove(file.path)}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <code>{visibleText(file.path)}</code>
      <Chip>{from[file.from]}</Chip>
      <FileState file={file} />
    </Line>
  )
}

function FileState({ file }: { readonly file: KubeconfigFile }) {
  const { contexts, problem } = file
  if (problem === undefined)
    return <span className={styles.note}>{contexts === 1 ? '1 context' : `${contexts} contexts`}</span>
  // Having no file at the default place is how most machines without a cluster look.
  if (file.from === 'default' && problem.kind === 'gone')
    return <span className={styles.note}>not there</span>
  return (
    <span className={styles.problem}>
      <Chip meaning="bad">cannot be read</Chip> {visibleText(problem.message)}
    </span>
  )
}
