/** An address as anybody may read it: without user, password, query and fragment. */
export function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
