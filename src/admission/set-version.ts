import { field, stringAt } from '../fleet/json.ts';
import type { KubeObject } from '../fleet/object.ts';
import type { Denial } from './denial.ts';

/**
 * Why the store of an API server takes no object for a `metadata.resourceVersion` that the manifest sets, after all else has let it pass.
 * A new object may have none, and that of a known one must be the one it has. Without a version of `old` nothing is said of a change. Nor is
 * it of an object with a status: that is a record of a hub, such as a dump of its clusters, and may be no manifest. A dry run does not get
 * that far. Source: apiserver `pkg/storage/etcd3/store.go` (`Create`), `pkg/registry/generic/registry/store.go` (`Update`).
 * @param old the object on the hub, on an update
 */
export function setVersion(object: KubeObject, old?: { readonly metadata: unknown }): readonly Denial[] {
  if ((object['status'] ?? undefined) !== undefined) return [];
  const { metadata } = object;
  const given = stringAt(metadata, 'resourceVersion') ?? '';
  if (old === undefined) return isVersion(given) ? [denial(500, 'resourceVersion should not be set on objects to be created', NEW)] : [];
  const held = field(old.metadata, 'resourceVersion');
  if (given === '' || typeof held !== 'string' || held === given) return [];
  return [denial(409, 'the object has been modified; please apply your changes to the latest version and try again', KNOWN)];
}

const NEW = 'No hub creates an object that sets `metadata.resourceVersion`: the hub writes it.';
const KNOWN =
  '`metadata.resourceVersion` is not the one that the object has on the hub by now, and the hub refuses the change as outdated.';

/** Whether the store reads a version other than 0 from it. */
function isVersion(text: string): boolean {
  return /^\d+$/.test(text) && BigInt(text) > 0n && BigInt(text) < 1n << 64n;
}

function denial(code: Denial['code'], serverMessage: string, message: string): Denial {
  return {
    pointer: '/metadata/resourceVersion',
    part: 'key',
    field: 'metadata.resourceVersion',
    reason: 'FieldValueForbidden',
    layer: 'storage',
    code,
    serverMessage,
    message,
    hint: 'Remove it, and what else the hub writes below `metadata`: `uid`, `creationTimestamp`, `generation`, `managedFields`.',
  };
}
