import { create } from 'zustand'

interface Announcement {
  readonly text: string
  readonly count: number
}

const announcement = create<Announcement>()(() => ({ text: '', count: 0 }))

/** How long an announcement stays on the status line, in milliseconds. */
const stays = 4000

/** Says something once, on the status line and to screen readers. */
export function announce(text: string): void {
  const count = announcement.getState().count + 1
  announcement.setState({ text, count })
  setTimeout(() => {
    if (announcement.getState().count === count) announcement.setState({ text: '' })
  }, stays)
}

export function useAnnouncement(): string {
  return announcement(state => state.text)
}
