import { create } from 'zustand'
import type { Plan } from '../../shared/ipc/index.ts'

/** The plan that a person is shown before anything of it is sent. */
const review = create<{ readonly plan: Plan | null }>()(() => ({ plan: null }))

/** Shows a plan: what it would change, by whom, and what follows; it is sent from there. */
export function openReview(plan: Plan): void {
  review.setState({ plan })
}

export function useReview(): Plan | null {
  return review(state => state.plan)
}

export function closeReview(): void {
  review.setState({ plan: null })
}
