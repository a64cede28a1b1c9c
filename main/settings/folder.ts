import { homedir } from 'node:os'
import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Gatehouse's own folder, where each system expects it: `$XDG_CONFIG_HOME/gatehouse` or
 * `~/.config/gatehouse`, `~/Library/Application Support/Gatehouse`, `%APPDATA%\Gatehouse`.
 */
export function settingsFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const { win32 } = path
    const home = env.USERPROFILE || homedir()
    return win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'Gatehouse')
  }
  const { posix } = path
  const home = env.HOME || homedir()
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Gatehouse')
  const configured = env.XDG_CONFIG_HOME
  // The specification of base directories has relative values ignored.
  const base = configured && posix.isAbsolute(configured) ? configured : posix.join(home, '.config')
  return posix.join(base, 'gatehouse')
}
