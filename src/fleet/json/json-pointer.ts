/** JSON pointers (RFC 6901): `/metadata/labels/app~1name` points to the label `app/name`; the empty pointer is the whole document. */

/** The pointer to a field or list entry of the value at another pointer. */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'number' ? key : escaped(key)}`;
}

/** The keys of a pointer in order, unescaped. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

/** The pointer to the parent value. The parent of the whole document is the document itself. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Whether a pointer equals another one or points below it. */
export function isUnder(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** The same for one of many other pointers. */
export function isUnderSome(pointer: string, ancestors: ReadonlySet<string>): boolean {
  return ancestors.has(pointer) || (pointer !== '' && isUnderSome(parentPointer(pointer), ancestors));
}

/** The keys of a pointer joined by dots, as people write the path of a field. */
export function dottedPath(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

function escaped(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

function unescaped(token: string): string {
  return token.includes('~') ? token.replaceAll(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : token;
}
