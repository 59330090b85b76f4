/**
 * The most characters of a path that a system opens, so a longer one leads nowhere. Windows opens up to 32,767 characters, but git and the
 * programs that deploy stay below. Source: `PATH_MAX` in Linux `include/uapi/linux/limits.h`; macOS has 1024.
 */
export const LONGEST_PATH = 4096;

/** Whether a text is too long for a path that exists. A script may hold a path of any length, and each of its folders takes time. */
export function isTooLong(path: string): boolean {
  return path.length > LONGEST_PATH;
}
