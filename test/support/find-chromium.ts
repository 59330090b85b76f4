import { existsSync } from 'node:fs';

/** Where Debian, Ubuntu and GitHub's runners have it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that `CHROMIUM` names, else that of the system; `undefined` if there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place));
}
