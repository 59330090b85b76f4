import { posix } from 'node:path';

/**
 * A script with its own path, and its own folder, in place of the variables that hold them: `cd "$(dirname "$0")"` is how most scripts start.
 * @param file from the top of the repository
 */
export function withOwnPath(script: string, file: string): string {
  const folder = posix.dirname(file).replace(/^\.$/, '');
  // As functions, because `$` in the name of a file is no pattern.
  return script.replaceAll(OWN_FOLDER, () => `//${folder}`).replaceAll(OWN_PATH, () => `//${file}`);
}

/** Of bash without `dirname`, and of PowerShell. */
const OWN_FOLDER = /\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}|\$\{?PSScriptRoot\b\}?/g;
const OWN_PATH = /\$0|\$BASH_SOURCE\b|\$\{(?:0|BASH_SOURCE(?:\[0\])?)(?::-\$0)?\}/g;
