/** JSON pointers (RFC 6901): `/metadata/labels/app~1name` leads to the label `app/name`; the empty pointer is the whole document. */

/** The pointer to a field or list entry of what another pointer leads to. */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'number' ? key : escaped(key)}`;
}

/** The keys a pointer leads through, in order, as they are written in the document. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

/** The pointer to what holds the place; the whole document's is its own. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Whether a pointer is another one or leads below it. */
export function isUnder(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** The keys of a pointer joined by dots, as people write the place of a field. */
export function dottedPath(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

function escaped(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

function unescaped(token: string): string {
  return token.includes('~') ? token.replaceAll(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : token;
}
