import { realpathSync } from 'node:fs';

/**
 * The path without links, and with the names that the file system stores: it may ignore case, or know short names. A path that does not exist
 * is returned as it is.
 */
export function nativeRealpath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
