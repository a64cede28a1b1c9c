import type { KubeconfigFile } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { Banner, Button } from '../ui/index.ts'

/** A line for each file that could not be read, with the reason. */
export function FileProblems({ files }: { readonly files: readonly KubeconfigFile[] }) {
  return (
    files
      // That nobody has made the default file yet is no problem.
      .filter(
        ({ problem, from }) => problem !== undefined && !(from === 'default' && problem.kind === 'gone'),
      )
      .map(file => (
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
      ))
  )
}
