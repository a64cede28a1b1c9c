import { lazy, Suspense } from 'react'
import { closeReview, useReview } from '../live/index.ts'

const PlanReview = lazy(async () => ({ default: (await import('../writes/index.ts')).PlanReview }))

/** The plan that somebody asked to have reviewed, over whatever is in front. */
export function ReviewDialog() {
  const plan = useReview()
  if (plan === null) return null
  return (
    <Suspense fallback={null}>
      <PlanReview key={plan.id} plan={plan} onClose={closeReview} />
    </Suspense>
  )
}
