import { useState } from 'react'
import { commonName, spanInWords } from '../../shared/admission/index.ts'
import type {
  CertificatePlace,
  Overview,
  TlsSecretCertificates,
  WebhookInventory,
} from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { addressOf, useCall } from '../live/index.ts'
import { Button, MeaningMark, momentText } from '../ui/index.ts'
import { authorityCertificates, bySoonness, meaningOf, placeWords } from './certificates.ts'
import styles from './Overview.module.css'
import { AppLink, Card, numberText, Remark } from './parts.tsx'

export interface CertificatesCardProps {
  readonly context: ContextId
  readonly certificates: Overview['certificates']
  readonly webhooks: WebhookInventory | null
}

/** Certificates that run out, the nearest first; those of TLS Secrets only when asked for. */
export function CertificatesCard({ context, certificates, webhooks }: CertificatesCardProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const asked = useCall('overview.tlsSecrets', isAsked ? { context } : null)
  const all = [
    ...certificates.items,
    ...authorityCertificates(webhooks),
    ...(asked.value === null ? [] : asked.value.items),
  ]
  const { soon, later } = bySoonness(all, Date.now())
  const shown = isWhole ? [...soon, ...later] : soon
  return (
    <Card title="Certificates" sources={certificates.sources} aside={numberText(all.length)}>
      {shown.length > 0 ? (
        <table className={styles.table}>
          <caption className="visually-hidden">Certificates, those that end first on top</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Ends</th>
              <th scope="col">Where</th>
              <th scope="col">Certificate</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((certificate, index) => (
              <CertificateLine
                // biome-ignore lint/suspicious/noArrayIndexKey: one object may hold several equal ones
                key={`${certificate.place} ${certificate.name} ${certificate.ref?.namespace} ${index}`}
                context={context}
                certificate={certificate}
              />
            ))}
          </tbody>
        </table>
      ) : (
        all.length > 0 && <Remark meaning="good">None of them ends within 90 days.</Remark>
      )}
      <ConnectionRemark connection={certificates.connection} />
      {certificates.undecodable.length > 0 && (
        <Remark meaning="warning">{`No certificate could be read in the bundle of ${certificates.undecodable.join(', ')}.`}</Remark>
      )}
      {asked.error !== null && <Remark meaning="unknown">{asked.error.message}</Remark>}
      {asked.value !== null && <Secrets asked={asked.value} />}
      <div className={styles.wrap}>
        {later.length > 0 && (
          <Button isPressed={isWhole} onPress={() => setIsWhole(!isWhole)}>
            {laterText(soon.length, later.length, isWhole)}
          </Button>
        )}
        <Button isDisabled={asked.isLoading} onPress={() => (isAsked ? asked.again() : setIsAsked(true))}>
          {asked.isLoading
            ? 'Reading TLS Secrets…'
            : isAsked
              ? 'Read TLS Secrets again'
              : 'Read TLS Secrets too'}
        </Button>
      </div>
      {!isAsked && (
        <p className={styles.hint}>
          TLS Secrets are not read unless you ask; of each, only <code>tls.crt</code> is looked at.
        </p>
      )}
    </Card>
  )
}

function laterText(soon: number, later: number, isWhole: boolean): string {
  if (isWhole) return soon === 0 ? 'Hide them' : 'Only those that end soon'
  return soon === 0 ? `Show ${counted(later, 'certificate')}` : `Show ${numberText(later)} that end later`
}

function CertificateLine({
  context,
  certificate,
}: {
  readonly context: ContextId
  readonly certificate: CertificatePlace
}) {
  const { ref, name, subject, issuer, notAfter, notBefore } = certificate
  const now = Date.now()
  const span = spanInWords(notAfter, now)
  const ends = notBefore > now ? 'not valid yet' : notAfter <= now ? `ended ${span}` : `in ${span}`
  const where = ref !== null && ref.namespace !== '' ? `${ref.namespace}/${name}` : name
  const title = `${subject}\nissued by ${issuer}\nuntil ${momentText(notAfter)}`
  return (
    <tr title={title}>
      <td className={styles.ends}>
        <span className={styles.line}>
          <MeaningMark meaning={meaningOf(certificate, now)} />
          {ends}
        </span>
      </td>
      <td className={styles.quiet}>{placeWords(certificate)}</td>
      <td className={styles.clipped}>
        {ref === null ? (
          visibleText(commonName(subject))
        ) : (
          <AppLink to={addressOf.object(context, ref)}>{visibleText(where)}</AppLink>
        )}
      </td>
    </tr>
  )
}

function ConnectionRemark({ connection }: { readonly connection: Overview['certificates']['connection'] }) {
  switch (connection) {
    case '':
    case 'plain':
      return null
    case 'notVerified':
      return (
        <Remark meaning="warning">
          The kubeconfig has the server's certificate not verified, so nothing is known of it.
        </Remark>
      )
    case 'notYetSeen':
      return <Remark>The server's certificate is known with the next new connection.</Remark>
  }
}

function Secrets({ asked }: { readonly asked: TlsSecretCertificates }) {
  const { read, undecodable, isComplete } = asked
  const count = `${numberText(read)} TLS ${read === 1 ? 'Secret was' : 'Secrets were'} read`
  const bad =
    undecodable.length === 0
      ? ''
      : `; no certificate could be read in ${undecodable.map(visibleText).join(', ')}`
  return <Remark>{`${count}${bad}${isComplete ? '' : '; there are more'}.`}</Remark>
}
