import { type ReactNode, useRef } from 'react'
import { Button } from '../ui/index.ts'
import { type KeyBytes, mostBytes } from './keyBytes.ts'

export interface FileButtonProps {
  /** Of the field for the file, which is not seen. */
  readonly label: string
  readonly children: ReactNode
  readonly onFile: (bytes: KeyBytes, name: string) => void
  readonly onFailure: (message: string | null) => void
}

/** Asks for a file and gives its bytes as they are. */
export function FileButton({ label, children, onFile, onFailure }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    onFailure(null)
    if (file.size > mostBytes) {
      onFailure(`${file.name} has ${file.size.toLocaleString()} bytes. The server takes 1,048,576 at most.`)
      return
    }
    try {
      onFile(new Uint8Array(await file.arrayBuffer()), file.name)
    } catch {
      onFailure(`${file.name} could not be read. It may have changed since it was chosen: choose it again.`)
    }
  }
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Or the same file could not be chosen again.
          target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
      <Button onPress={() => field.current?.click()}>{children}</Button>
    </>
  )
}
