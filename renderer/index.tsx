import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startNavigation, startStores } from './live/index.ts'
import { Fault, reportFault, Shell } from './shell/index.ts'

// The token is taken out of the address before anything reads the address.
startStores()
startNavigation()

window.addEventListener('error', event => reportFault(event.error ?? event.message))
window.addEventListener('unhandledrejection', event => reportFault(event.reason))

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no place for the app')
createRoot(place).render(
  <StrictMode>
    <Fault isWhole>
      <Shell />
    </Fault>
  </StrictMode>,
)
