import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from './object.ts';

/**
 * Whether two manifests of one object say the same. Not compared is what kubectl and deployers fill in: the namespace, which may be given by
 * `-n`, an empty map of annotations, and the status.
 */
export function isSameManifest(one: KubeObject, other: KubeObject): boolean {
  return one === other || isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable({ status: _status, metadata, ...rest }: KubeObject): object {
  const { namespace: _namespace, annotations, creationTimestamp: _time, ...kept } = metadata;
  return { ...rest, metadata: Object.keys(annotations ?? {}).length === 0 ? kept : { ...kept, annotations } };
}
