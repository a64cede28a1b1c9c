import { useId } from 'react'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { matchesName, ownValue, visibleText } from '../../shared/kube/index.ts'
import { addressOf, useSession, useSettings, useStream } from '../live/index.ts'
import { Button, Checkbox, Dialog, Icon, MultiSelect } from '../ui/index.ts'
import styles from './ContextOptions.module.css'
import { chooseColour, chooseNamespaces, forgetConsent, protect } from './contextActions.ts'

const colours = Array.from({ length: 12 }, (_, index) => index)

/** What can be chosen for one context. Takes effect at once. */
export function ContextOptions({ entry }: { readonly entry: ContextEntry }) {
  const settings = useSettings()
  if (settings === null) return null
  const pattern = settings.protectedContexts.find(one => matchesName(one, entry.name))
  return (
    <div className={styles.options}>
      <ColourChoice entry={entry} chosen={ownValue(settings.colours, entry.id) ?? null} />
      {entry.origin === 'kubeconfig' && <Protection entry={entry} pattern={pattern} />}
      <DefaultNamespaces entry={entry} />
      {settings.consents.includes(entry.id) && (
        <div className={styles.option}>
          <span className={styles.label}>Consent</span>
          <p className={styles.note}>
            {visibleText(entry.consentQuestion ?? 'Its opening was agreed to.')} You agreed to this once.
          </p>
          <div>
            <Button onPress={() => forgetConsent(entry.id)}>Forget the consent</Button>
          </div>
        </div>
      )}
    </div>
  )
}

interface ColourChoiceProps {
  readonly entry: ContextEntry
  /** Null while the colour is derived from the name. */
  readonly chosen: number | null
}

function ColourChoice({ entry, chosen }: ColourChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.option}>
      <legend className={styles.label}>Colour</legend>
      <div className={styles.swatches}>
        {colours.map(colour => (
          <label key={colour} className={styles.swatch} data-context-colour={colour}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={chosen === colour}
              aria-label={`Colour ${colour + 1}`}
              onChange={() => chooseColour(entry.id, colour)}
            />
            <span className={styles.paint}>{chosen === colour && <Icon name="check" />}</span>
          </label>
        ))}
        <label className={styles.derived}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={chosen === null}
            onChange={() => chooseColour(entry.id, null)}
          />
          <span className={styles.derivedText}>from the name</span>
        </label>
      </div>
    </fieldset>
  )
}

interface ProtectionProps {
  readonly entry: ContextEntry
  /** The pattern of the settings that protects it. */
  readonly pattern: string | undefined
}

function Protection({ entry, pattern }: ProtectionProps) {
  const isAlone = useSettings()?.protectedIds.includes(entry.id) ?? false
  return (
    <div className={styles.option}>
      <span className={styles.label}>Protection</span>
      <Checkbox
        isChecked={entry.isProtected}
        isDisabled={pattern !== undefined}
        onChange={isProtected => protect(entry, isProtected)}
      >
        Nothing can be changed through this context
      </Checkbox>
      {pattern !== undefined && (
        <p className={styles.note}>
          Its name matches the pattern <code>{visibleText(pattern)}</code>
          {isAlone && ', and it is protected by itself'}.{' '}
          <a href={addressOf.settings('contexts')}>Change the patterns</a>
        </p>
      )}
    </div>
  )
}

function DefaultNamespaces({ entry }: { readonly entry: ContextEntry }) {
  const settings = useSettings()
  const isReady = useSession(entry.id)?.phase === 'ready'
  const { value } = useStream('resources.namespaces', isReady ? { context: entry.id } : null)
  const named = ownValue(settings?.namespaces, entry.id) ?? []
  const used = ownValue(settings?.usedNamespaces, entry.id) ?? []
  const own = entry.namespace === '' ? [] : [entry.namespace]
  const known = [...new Set([...own, ...named, ...used, ...(value?.names ?? [])])].sort()
  return (
    <div className={styles.option}>
      <span className={styles.label}>Lists begin with</span>
      <div>
        <MultiSelect
          label="Namespaces"
          noneText="all"
          options={known.map(id => ({ id, label: id }))}
          selected={ownValue(settings?.defaultNamespaces, entry.id) ?? []}
          onChange={namespaces => chooseNamespaces(entry.id, namespaces)}
          allowsOthers
          note={
            isReady
              ? undefined
              : 'While the context is not open, these are the ones known from its file and from earlier use. Type another to add it.'
          }
        />
      </div>
    </div>
  )
}

interface ContextOptionsDialogProps {
  readonly entry: ContextEntry
  readonly onClose: () => void
}

export function ContextOptionsDialog({ entry, onClose }: ContextOptionsDialogProps) {
  return (
    <Dialog
      title={visibleText(entry.name)}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <ContextOptions entry={entry} />
    </Dialog>
  )
}
