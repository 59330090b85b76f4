/** An address that is safe to show: without user, password, query and fragment. */
export function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
