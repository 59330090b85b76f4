import { spawnSync } from 'node:child_process';

/**
 * Whether the system has a font with the widths of Arial, as phones do. Without one, pages are drawn with the last resort of fontconfig,
 * which is wider.
 */
export function hasPhoneFont(): boolean {
  if (process.platform !== 'linux') return true;
  const { stdout } = spawnSync('fc-match', ['-f', '%{family}', 'Arial'], { encoding: 'utf8' });
  return /Arial|Liberation|Arimo|Helvetica|Nimbus/.test(stdout ?? '');
}
