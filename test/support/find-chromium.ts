import { existsSync } from 'node:fs';

/** Paths of Chromium on Debian, Ubuntu and GitHub's runners. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path in `CHROMIUM`, else the system's Chromium; `undefined` if there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place));
}
