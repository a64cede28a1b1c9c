import { test } from '@playwright/test'
import { electronBinary, startOnElectron } from '../../electron/real.ts'
import { desktopJourneys } from './journeys.ts'

test.describe('on the real Electron', () => {
  test.skip(
    electronBinary() === null,
    'Electron’s binary is not here: it is downloaded on first use, which needs the internet',
  )
  desktopJourneys(startOnElectron)
})
