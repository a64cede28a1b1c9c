import { useEffect, useState } from 'react'

/** True once so many milliseconds have passed since mounting: work that is quick shows no sign of itself. */
export function useLater(milliseconds: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLater
}
