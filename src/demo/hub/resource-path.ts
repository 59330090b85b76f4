import type { ServedType } from './served-types.ts';

/** A request for objects of one type. */
export interface ResourcePath {
  readonly type: ServedType;
  readonly version: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Parses `/api/v1/…` and `/apis/<group>/<version>/…`; `undefined` if the type, version or scope is not served. */
export function resourcePath(types: readonly ServedType[], pathname: string): ResourcePath | undefined {
  const [root, ...segments] = pathname.split('/').slice(1).map(decodeURIComponent);
  if (root !== 'api' && root !== 'apis') return undefined;
  const [groupName, version, ...rest] = root === 'api' ? ['', ...segments] : segments;
  if (groupName === undefined || version === undefined) return undefined;
  const find = (plural: string | undefined, namespaced: boolean): ServedType | undefined =>
    types.find(
      (type) => type.group === groupName && type.plural === plural && type.versions.includes(version) && type.namespaced === namespaced,
    );

  if (rest[0] === 'namespaces' && rest.length >= 3) {
    const [, namespace, plural, name, ...more] = rest;
    const type = find(plural, true);
    if (type === undefined || namespace === undefined || !isReadable(more)) return undefined;
    return { type, version, namespace, ...(name === undefined ? {} : { name }) };
  }
  const [plural, name, ...more] = rest;
  const cluster = find(plural, false);
  if (cluster !== undefined && isReadable(more)) return { type: cluster, version, ...(name === undefined ? {} : { name }) };
  const everywhere = find(plural, true);
  return everywhere !== undefined && name === undefined ? { type: everywhere, version } : undefined;
}

/** The status subresource returns the whole object. Other subresources are not served. */
function isReadable(subresource: readonly string[]): boolean {
  return subresource.length === 0 || (subresource.length === 1 && subresource[0] === 'status');
}
