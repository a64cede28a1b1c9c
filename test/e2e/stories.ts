/** What is sent in the stories of docs/guide.md, for the test that walks them and their pictures. */

/** An image from elsewhere, which a policy was meant to refuse. */
export const linkChecker = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: link-checker
  namespace: platform
  labels:
    team: platform
spec:
  replicas: 1
  selector:
    matchLabels:
      app: link-checker
  template:
    metadata:
      labels:
        app: link-checker
    spec:
      containers:
        - name: link-checker
          image: docker.io/someone/link-checker:1.0
`

/** A pod of the shop's catalogue whose logs are to be shipped. */
export const catalogPod = `apiVersion: v1
kind: Pod
metadata:
  name: catalog-next
  namespace: shop
  labels:
    app.kubernetes.io/name: catalog
    team: shop
    logs: ship
    sidecar.lanternfish.example/inject: 'false'
spec:
  containers:
    - name: catalog
      image: registry.lanternfish.example/shop/catalog:5.4.0
      securityContext:
        allowPrivilegeEscalation: false
        runAsNonRoot: true
        capabilities:
          drop: [ALL]
        seccompProfile:
          type: RuntimeDefault
`

/** What a made-up staging cluster has of policies, to be compared with the sample. */
export const stagingPolicies = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: no-latest-tag
spec:
  failurePolicy: Ignore
  validations:
    - expression: object.spec.containers.all(c, !c.image.endsWith(':latest'))
      message: images need a version
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: no-latest-tag
spec:
  policyName: no-latest-tag
  validationActions: [Warn]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: staging-hosts
spec:
  validations:
    - expression: object.spec.rules.all(r, r.host.endsWith('.staging.example'))
`
