/** Whether one of two paths is at or below the other. */
export function isAtOrAround(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
