/**
 * Signing comes from the environment alone, by electron-builder’s own variables: CSC_LINK and
 * CSC_KEY_PASSWORD (macOS, Windows), WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD, and for Apple’s notary
 * APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER. Nothing of it stands in the project.
 * @param say told what will not be signed
 * @returns what the `mac` section of electron-builder.yml gets on top
 */
export function macSigning(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Readonly<Record<string, string | boolean>> {
  const has = (name: string): boolean => (env[name] ?? '') !== ''
  if (platform === 'linux') return {}
  if (platform === 'win32') {
    if (!has('CSC_LINK') && !has('WIN_CSC_LINK'))
      say('The program and its installer are NOT signed: no CSC_LINK or WIN_CSC_LINK.')
    return {}
  }
  if (!has('CSC_LINK') && !has('CSC_NAME')) {
    say('The app is NOT signed beyond this machine’s own mark, nor notarised: no CSC_LINK or CSC_NAME.')
    // The hardened runtime loads only libraries of one team, and this mark has none.
    return { identity: '-', hardenedRuntime: false, notarize: false }
  }
  if (has('APPLE_API_KEY') && has('APPLE_API_KEY_ID') && has('APPLE_API_ISSUER')) return { notarize: true }
  say('The app is signed but NOT notarised: no APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.')
  return { notarize: false }
}
