/**
 * Whether a value that should be a path is the content of a file, such as a kubeconfig from a secret of the workflow or a private key, plain
 * or in base64. It must not be quoted.
 */
export function isFileContent(value: string): boolean {
  if (value.length > LONGEST_PATH || (/[\n\r]/.test(value) && /[:{]/.test(value))) return true;
  if (/^\s*\{.*:|apiVersion["']?:|-----BEGIN /s.test(value)) return true;
  const isBase64 = value.length > SHORTEST_CONTENT && /^[\w+/=-]+$/.test(value.trimEnd());
  // A path would decode to bytes that no text has.
  return isBase64 && /^[\t\n\r -~]+$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

/** Behind the name of a setting. */
export const MUST_BE_PATH = 'must be the path of a file, not its content; write the content to a file first';

/** `PATH_MAX` of Linux. */
const LONGEST_PATH = 4096;
const SHORTEST_CONTENT = 40;
