import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { namedObject } from './namedObject.ts'

/** What a dry run sends and what it sets going, a sentence each. */
export function dryRunInWords(
  question: TraceQuestion,
  { kind, me }: { readonly kind: string; readonly me: string },
): readonly string[] {
  return [
    `The request to ${operationInWords(question)} ${targetInWords(question, kind)} is sent as ${userInWords(question.user, me)}.`,
    'The webhooks of the cluster that take it are called and see the object, as with any request.',
    'It is a dry run: the server stores nothing.',
  ]
}

function operationInWords({ operation }: TraceQuestion): string {
  return operation.toLowerCase()
}

function targetInWords({ object, name, namespace, subresource }: TraceQuestion, kind: string): string {
  const own = object.type === 'text' ? namedObject(object.text).name : ''
  const what = subresource === '' ? kind : `${kind}/${subresource}`
  const named = own || name
  const target = named === '' ? what : `${what} ${named}`
  return namespace === '' ? target : `${target} in namespace ${namespace}`
}

function userInWords(user: TraceQuestion['user'], me: string): string {
  if (user === null) return me === '' ? 'the user of this context' : me
  const groups = user.groups.length === 0 ? '' : ` in ${counted(user.groups.length, 'group')}`
  const by = me === '' ? '' : ` by ${me}`
  return `${user.username}${groups}, impersonated${by}`
}
