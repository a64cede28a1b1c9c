import { evaluateExpression, evaluatePolicy } from '../../../shared/admission/scratch/index.ts'
import type { TraceRequest, World } from '../../../shared/admission/trace/index.ts'
import type { Scratch, ScratchAnswer } from '../../../shared/ipc/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { oneObject, readManifest } from './manifest.ts'

/** Evaluates what was written against a request. Runs in a thread: expressions may be made to be slow. */
export function evaluateScratch(
  scratch: Scratch,
  request: TraceRequest,
  world: World,
  isCancelled: () => boolean = () => false,
): ScratchAnswer {
  const began = performance.now()
  if (scratch.type === 'expression') {
    const evaluations = evaluateExpression(scratch.text, request, world, { isCancelled })
    return { state: 'evaluated', ...evaluations, took: performance.now() - began }
  }
  const parsed = oneObject(readManifest(scratch.text))
  if (parsed.type === 'invalid') return { state: 'invalid', part: 'scratch', ...parsed.problem }
  const { object, line } = parsed
  if (object.kind !== 'ValidatingAdmissionPolicy' && object.kind !== 'MutatingAdmissionPolicy')
    return {
      state: 'invalid',
      part: 'scratch',
      error: {
        kind: 'invalid',
        message: 'This is no policy: a ValidatingAdmissionPolicy or MutatingAdmissionPolicy is.',
      },
      line,
      column: 1,
    }
  const metadata = isMapping(object.metadata) ? object.metadata : {}
  const policy = { ...object, metadata: { name: '', ...metadata } } as unknown as KubeObject
  const evaluations = evaluatePolicy(policy, request, world, { isCancelled })
  return { state: 'evaluated', ...evaluations, took: performance.now() - began }
}
