/** What the key of a part names: its world, overlay or folder. */
export function partName(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
