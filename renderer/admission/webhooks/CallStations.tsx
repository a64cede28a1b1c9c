import type { ReactNode } from 'react'
import {
  type Certificate,
  commonName,
  type ServicePath,
  spanInWords,
  type WebhookEntry,
} from '../../../shared/admission/index.ts'
import { type AppErrorBody, isNotInDump } from '../../../shared/errors/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { Chip, type Meaning } from '../../ui/index.ts'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import styles from './CallStations.module.css'

export interface CallStationsProps {
  readonly context: ContextId
  readonly entry: WebhookEntry
}

/** The way of a call, station by station: address, trust, Service, slices, Pods. */
export function CallStations({ context, entry }: CallStationsProps) {
  const { path, webhook } = entry
  const { service } = path
  if (path.address === '')
    return <p className={styles.note}>clientConfig names neither a Service nor a URL.</p>
  return (
    <ol className={styles.stations}>
      <Station>
        <span className={styles.address}>{path.address}</span>
      </Station>
      <li className={styles.between}>
        the server must present a certificate for <code>{path.serverName}</code>
      </li>
      <BundleStation entry={entry} />
      {service !== null && <ServiceStations context={context} service={service} />}
      {webhook.client.type === 'both' && (
        <li className={styles.between}>a URL and a Service are given; the server accepts only one of them</li>
      )}
    </ol>
  )
}

function Station({
  children,
  state,
  meaning,
}: {
  readonly children: ReactNode
  readonly state?: string
  readonly meaning?: Meaning | undefined
}) {
  return (
    <li className={styles.station}>
      <span className={styles.what}>{children}</span>
      {state !== undefined && <Chip meaning={meaning}>{state}</Chip>}
    </li>
  )
}

function BundleStation({ entry }: { readonly entry: WebhookEntry }) {
  const { bundle, certificate, webhook } = entry
  if (bundle === null) {
    return (
      <Station state={certificate.label} meaning={certificate.meaning}>
        CA bundle{' '}
        <span className={styles.aside}>
          {webhook.client.type === 'url' ? 'none: the trust roots of the API server' : 'none'}
        </span>
      </Station>
    )
  }
  const now = Date.now()
  const { certificates } = bundle
  return (
    <li className={styles.station}>
      <div className={styles.bundle}>
        <div className={styles.head}>
          <span className={styles.what}>
            CA bundle{' '}
            <span className={styles.aside}>
              {certificates.length === 0 ? 'cannot be decoded' : counted(certificates.length, 'certificate')}
              {bundle.rejected > 0 && `, ${counted(bundle.rejected, 'block')} that are none`}
            </span>
          </span>
          <Chip meaning={certificate.meaning}>{certificate.label}</Chip>
        </div>
        {certificates.slice(0, 5).map(each => (
          <CertificateLine key={each.fingerprint} certificate={each} now={now} />
        ))}
        {certificates.length > 5 && <span className={styles.aside}>and {certificates.length - 5} more</span>}
      </div>
    </li>
  )
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function CertificateLine({ certificate, now }: { readonly certificate: Certificate; readonly now: number }) {
  const issuer =
    certificate.issuer === certificate.subject
      ? 'signed by itself'
      : `issued by ${commonName(certificate.issuer)}`
  const left =
    certificate.notAfter > now
      ? `${spanInWords(certificate.notAfter, now)} left`
      : spanInWords(certificate.notAfter, now)
  return (
    <div
      className={styles.certificate}
      title={`serial ${certificate.serial}\nSHA-256 ${certificate.fingerprint}`}
    >
      <span className={styles.name}>{certificate.subject}</span>
      <span className={styles.aside}>
        {issuer}
        {certificate.isCertificateAuthority ? '' : ' · not a CA'} · {dates.format(certificate.notBefore)} –{' '}
        {dates.format(certificate.notAfter)} · {left}
      </span>
    </div>
  )
}

const stateWords = {
  exists: 'exists',
  missing: 'does not exist',
  unreadable: 'may not be read',
  loading: 'reading…',
} as const
function wordsOf(state: keyof typeof stateWords, error: AppErrorBody | null): string {
  return state === 'unreadable' && isNotInDump(error) ? 'not in the dump' : stateWords[state]
}

const stateMeanings = { exists: 'good', missing: 'bad', unreadable: 'unknown', loading: undefined } as const

function ServiceStations({
  context,
  service,
}: {
  readonly context: ContextId
  readonly service: ServicePath
}) {
  const { servicePort } = service
  return (
    <>
      <Station state={wordsOf(service.state, service.error)} meaning={stateMeanings[service.state]}>
        Service <ServiceName context={context} service={service} />{' '}
        <span className={styles.aside}>
          port {service.port}
          {service.portGiven ? '' : ' (default)'}
          {servicePort !== null && ` → ${servicePort.target}`}
        </span>
      </Station>
      {service.state === 'exists' && servicePort === null && (
        <Station state="no such port" meaning="bad">
          Port {service.port}
        </Station>
      )}
      {service.externalName !== '' && <Station>External name {service.externalName}</Station>}
      {service.state === 'exists' && service.externalName === '' && (
        <Slices context={context} service={service} />
      )}
    </>
  )
}

function ServiceName({ context, service }: { readonly context: ContextId; readonly service: ServicePath }) {
  if (service.state === 'exists') return <ObjectLink context={context} target={service.ref} />
  return (
    <code>
      {service.ref.namespace || '(no namespace)'}/{service.ref.name}
    </code>
  )
}

function Slices({ context, service }: { readonly context: ContextId; readonly service: ServicePath }) {
  if (service.slices.length === 0) {
    return (
      <Station state={stateWords[service.slicesState]} meaning={stateMeanings[service.slicesState]}>
        EndpointSlice <span className={styles.aside}>of this Service</span>
      </Station>
    )
  }
  return (
    <>
      {service.slices.map(({ ref, ready, total }) => (
        <Station
          key={ref.name}
          state={`${ready}/${total} ready`}
          meaning={ready === 0 ? 'bad' : ready < total ? 'warning' : 'good'}
        >
          EndpointSlice{' '}
          <ObjectLink context={context} target={ref}>
            {ref.name}
          </ObjectLink>
        </Station>
      ))}
      {service.pods.slice(0, 6).map(pod => (
        <Station
          key={pod.ref.name}
          state={pod.isTerminating ? 'terminating' : pod.isReady ? 'ready' : 'not ready'}
          meaning={pod.isReady && !pod.isTerminating ? 'good' : 'bad'}
        >
          Pod{' '}
          <ObjectLink context={context} target={pod.ref}>
            {pod.ref.name}
          </ObjectLink>
        </Station>
      ))}
      {service.pods.length > 6 && <li className={styles.between}>and {service.pods.length - 6} more Pods</li>}
    </>
  )
}
