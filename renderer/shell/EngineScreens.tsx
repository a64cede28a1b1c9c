import { useSettingsProblem } from '../live/index.ts'
import { Age, Banner, EmptyState } from '../ui/index.ts'

/** In place of everything, when the engine does not admit this page. */
export function EngineRefused() {
  return (
    <EmptyState
      meaning="warning"
      title="This page needs a new link"
      detail={
        <>
          The link has been used, or the page was opened without one: each link of Gatehouse opens one page,
          so that nobody else on this machine can use it. Start again with <code>npx gatehouse serve</code>{' '}
          and open the link that it prints, here or in another tab.
        </>
      }
    />
  )
}

/** Above the views while the engine is away. */
export function EngineLost({ since }: { readonly since: number }) {
  return (
    <Banner meaning="bad">
      <strong>The connection to the engine is lost</strong> since <Age since={since} />. What is shown may be
      old. It is tried again by itself. If it was stopped, start it again: <code>npx gatehouse serve</code>{' '}
      then prints a new link, to be opened in place of this page.
    </Banner>
  )
}

/** Above the views while the settings on disk are not those in use. */
export function SettingsProblem() {
  const problem = useSettingsProblem()
  if (problem === null) return null
  return <Banner meaning="warning">{problem.message}</Banner>
}
