import type { CheckText } from './text.ts'

/** Checks of the way to the server of a webhook, a conversion or an aggregated API. */
export const wayTexts = {
  'no-target': {
    severity: 'high',
    title: 'There is nothing to call',
    means: '`clientConfig` has neither a Service nor a URL.',
    why: 'The API server cannot call it, and every call counts as failed.',
    fix: 'Give it a Service or a URL, or remove it.',
  },
  'address-refused': {
    severity: 'high',
    title: 'The address cannot be called',
    means:
      'The URL is not `https`, carries a user, a query or a fragment, or stands beside a Service; or it names the machine of the API server itself.',
    why: 'The API server refuses such an address, or calls another place on each of its replicas.',
    fix: 'Use one plain `https` address, or a Service.',
  },
  'service-missing': {
    severity: 'high',
    title: 'Its Service does not exist',
    means: 'The Service that is to be called is not there.',
    why: 'No call can succeed. With failurePolicy Fail every matching request is refused; with Ignore the webhook does nothing.',
    fix: 'Install the product again, correct the name and namespace, or delete the configuration it left behind.',
  },
  'service-port-missing': {
    severity: 'high',
    title: 'The Service has no such port',
    means: 'The port that is called (443 unless another is given) is none of the Service’s ports.',
    why: 'The API server refuses to resolve the address, so no call can succeed.',
    fix: 'Name a port of the Service, not the one of its Pods.',
  },
  'service-no-endpoints': {
    severity: 'high',
    title: 'Nothing stands behind its Service',
    means: 'No EndpointSlice belongs to the Service.',
    why: 'No call can succeed. A selector that fits no Pod, or a Service without a selector, is the usual cause.',
    fix: 'Compare the selector of the Service with the labels of the Pods.',
  },
  'service-not-ready': {
    severity: 'high',
    title: 'No endpoint is ready',
    means: 'The Service has Pods behind it or had them, but none that is ready.',
    why: 'No call can succeed until one is. With failurePolicy Fail this is an outage of everything the webhook matches.',
    fix: 'See why the Pods are not ready. Until they are, failurePolicy Ignore or deleting the configuration lets requests through.',
  },
  'service-single-endpoint': {
    severity: 'info',
    title: 'One Pod answers for all',
    means: 'A webhook with failurePolicy Fail has exactly one ready endpoint.',
    why: 'While that Pod restarts or moves, everything the webhook matches is refused.',
    fix: 'Run two or more replicas, spread over nodes, with a PodDisruptionBudget.',
  },
  'service-path-odd': {
    severity: 'medium',
    title: 'The path looks wrong',
    means:
      'The path does not begin with a slash, has empty or odd segments or a query; or others of the same Service give a path and this one gives none.',
    why: 'The API server refuses such paths when they are written, and a server that answers 404 fails the call.',
    fix: 'Give the path at which the server answers reviews.',
  },
  'ca-bundle-missing': {
    severity: 'high',
    title: 'It has no CA bundle',
    means: 'The Service is called, and no `caBundle` says whom to trust.',
    why: 'No public authority vouches for the name of a Service, so the connection is refused.',
    fix: 'Put the authority of the serving certificate into `caBundle`, or let cert-manager inject it.',
  },
  'ca-bundle-unreadable': {
    severity: 'high',
    title: 'The CA bundle cannot be decoded',
    means: '`caBundle` is not base64 of PEM certificates.',
    why: 'Without a certificate to trust the connection is refused.',
    fix: 'Put base64 of the PEM certificate there, once encoded and not twice.',
  },
  'ca-bundle-expired': {
    severity: 'high',
    title: 'The CA bundle has expired',
    means: 'Every certificate of `caBundle` has ended.',
    why: 'Nothing that these certificates signed is trusted any more, so no call can succeed.',
    fix: 'Renew the authority and its certificates, and put the new one into `caBundle`.',
  },
  'ca-bundle-not-yet-valid': {
    severity: 'high',
    title: 'The CA bundle is not valid yet',
    means: 'The validity of every certificate of `caBundle` begins in the future.',
    why: 'Until then no call can succeed. A clock that is wrong looks the same.',
    fix: 'Compare the clocks of the machine that made it, of the control plane and of this computer.',
  },
  'ca-bundle-no-authority': {
    severity: 'medium',
    title: 'No certificate of the bundle is a CA',
    means: 'None of the certificates in `caBundle` may sign others, and none is self-signed.',
    why: 'Only a server that presents this very certificate can be trusted, and with many TLS stacks not even that one.',
    fix: 'Put the certificate of the authority there instead of the server’s own.',
  },
  'ca-bundle-expires': {
    severity: 'medium',
    title: 'The CA bundle expires soon',
    means: 'The last certificate of `caBundle` ends within 30 days.',
    why: 'From then on every call fails.',
    fix: 'Renew the authority and put both the old and the new one into `caBundle` until all servers use the new one.',
  },
  'serving-certificate-untrusted': {
    severity: 'high',
    title: 'The serving certificate is not of the bundle’s authority',
    means:
      'The certificate that the server presents, or that stands in the Secret it uses, was signed by none of those in `caBundle`.',
    why: 'The API server does not trust it, so no call can succeed. It happens when a certificate was renewed and the bundle was not.',
    fix: 'Put the authority that signed the serving certificate into `caBundle`.',
  },
  'serving-certificate-name': {
    severity: 'high',
    title: 'The serving certificate has another name',
    means:
      'The API server calls `<service>.<namespace>.svc`, and the certificate is not valid for that name.',
    why: 'A certificate of another name is refused; the common name alone does not count.',
    fix: 'Issue a certificate that has the name among its DNS names.',
  },
  'serving-certificate-expires': {
    severity: 'medium',
    title: 'The serving certificate ends',
    means:
      'The certificate that the server presents, or that stands in the Secret it uses, has ended, or ends within a week.',
    why: 'Calls fail from then on. Where something renews it in time nothing happens.',
    fix: 'Renew it, and see why what should renew it has not.',
  },
  'review-versions': {
    severity: 'high',
    title: 'It speaks no version of the server',
    means: 'Of the review versions it takes, the API server sends none (`v1` and `v1beta1`).',
    why: 'Every call fails before it is made.',
    fix: 'Let it take `v1`.',
  },
  'review-version-deprecated': {
    severity: 'low',
    title: 'It takes only old reviews',
    means: 'It takes no review of version `v1`, only `v1beta1`.',
    why: 'v1beta1 is deprecated. Its answers are checked less, and a server may stop sending it.',
    fix: 'Upgrade the webhook, and list `v1` first.',
  },
  'api-service-unavailable': {
    severity: 'high',
    title: 'An aggregated API is not available',
    means: 'The APIService says of itself that it is not available.',
    why: 'All its kinds are gone. Deleting namespaces waits for them, and clients that discover the whole API become slow or fail.',
    fix: 'Repair the server behind it, or delete the APIService of a product that is not there any more.',
  },
  'api-service-insecure': {
    severity: 'medium',
    title: 'An aggregated API is not verified',
    means: '`insecureSkipTLSVerify` is set.',
    why: 'Whoever can answer for the Service’s address is taken for the API, and receives the users’ requests.',
    fix: 'Give a `caBundle` and remove `insecureSkipTLSVerify`.',
  },
} as const satisfies Record<string, CheckText>
