import type { KubeconfigFile } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { Banner, Button } from '../ui/index.ts'
import styles from './Contexts.module.css'

/** A line for each file that could not be read, with the reason. */
export function FileProblems({ files }: { readonly files: readonly KubeconfigFile[] }) {
  const broken = files
    // That nobody has made the default file yet is no problem.
    .filter(({ problem, from }) => problem !== undefined && !(from === 'default' && problem.kind === 'gone'))
  if (broken.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that may scroll, no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <div className={styles.problems} role="group" aria-label="Files that cannot be read" tabIndex={0}>
      {broken.map(file => (
        <Banner
          key={file.path}
          meaning="warning"
          actions={
            file.from === 'added' || file.from === 'pasted' ? (
              <Button onPress={() => void engine.call('contexts.removePath', { path: file.path })}>
                Remove
              </Button>
            ) : undefined
          }
        >
          <strong>{file.path}</strong> {file.problem?.message}
        </Banner>
      ))}
    </div>
  )
}
