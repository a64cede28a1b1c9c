export const group = 'admissionregistration.k8s.io/v1'
/** Requests in these namespaces alone meet the policies and webhooks of trace.test.ts. */
export const selector = { matchLabels: { traced: 'yes' } }

/** Policies that deny, warn, compare and label, each by a key of the object’s data. */
export function policies(): readonly object[] {
  const data = 'has(object.data) && '
  return [
    ...policy('forbidden', `!(${data}"forbidden" in object.data)`, { message: 'that is forbidden' }),
    ...policy('names', 'object.metadata.name.size() < 20', {
      messageExpression: "object.metadata.name + ' is ' + string(object.metadata.name.size()) + ' long'",
    }),
    ...policy('odd', `!(${data}"odd" in object.data)`, { message: 'that is odd' }, undefined, ['Warn']),
    ...policy(
      'frozen',
      'oldObject == null || !has(oldObject.data) || !("frozen" in oldObject.data) || !has(object.data) || !("frozen" in object.data) || oldObject.data.frozen == object.data.frozen',
      {
        message: 'frozen stays',
      },
    ),
    ...policy('kept', 'oldObject.metadata.name != "kept"', { message: 'it is kept' }, ['DELETE']),
    {
      apiVersion: group,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'labels' },
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: {
          namespaceSelector: selector,
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
        },
        matchConditions: [{ name: 'asks', expression: `${data}"label" in object.data` }],
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression: 'Object{metadata: Object.metadata{labels: {"made": object.data.label}}}',
            },
          },
        ],
      },
    },
    {
      apiVersion: group,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'labels' },
      spec: { policyName: 'labels' },
    },
  ]
}

export function policy(
  name: string,
  expression: string,
  over: object,
  operations = ['CREATE', 'UPDATE'],
  actions = ['Deny'],
) {
  return [
    {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: {
          namespaceSelector: selector,
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations, resources: ['configmaps'] }],
        },
        validations: [{ expression, ...over }],
      },
    },
    {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: actions },
    },
  ]
}
