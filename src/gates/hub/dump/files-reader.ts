import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../../errors.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { displayName, groupOf, objectKey, refOf, versionOf } from '../../../fleet/kubernetes/object.ts';
import { flagTerms, type Terms } from '../../../terms.ts';
import { coverageOf, isCoverage, statedIn } from './coverage.ts';
import { newestTime } from '../../../fleet/kubefleet/newest-time.ts';
import type { HubReader } from '../reader.ts';
import { snapshotOf } from '../hub-state-of.ts';
import { typeKey } from '../keys.ts';

/**
 * A hub from files: objects as `kubectl get … -o yaml` prints them, or a dump of `fleet-gate snapshot`.
 *
 * For a dump of fleet-gate, its coverage document says exactly what was seen. In other files, a type is seen if they hold at least one
 * object of it. Any other type is unread, never empty: files without Works prove nothing about Works. (Whether files hold all objects of a
 * type cannot be checked. `kubectl get <type> -A` prints all.)
 *
 * If an object is given twice, the one with the higher resource version is used. If the versions are equal, v1beta1 is used, because v1
 * hides fields.
 * @param now the time to judge at; default: the dump's time, otherwise the newest time that a server wrote into the objects
 * @throws ConfigError if there is no time to judge at, two copies of an object differ and it is not known which is newer, or they have
 * different UIDs
 */
export function filesReader(objects: readonly KubeObject[], now?: Date, terms: Terms = flagTerms): HubReader {
  const coverages = objects.filter(isCoverage).map(coverageOf);
  const kept = newestOfEach(objects.filter((object) => !isCoverage(object)));
  const present = new Set(kept.map((object) => typeKey({ group: groupOf(object.apiVersion), kind: object.kind })));
  const time = now ?? latest(coverages.flatMap(({ takenAt }) => takenAt ?? [])) ?? newestTime(kept);
  if (time === undefined) throw new ConfigError(`the files contain no time to check at (no timestamp of a server): set ${terms('now')}`);

  const hub = snapshotOf(kept, time, (type, namespace) => {
    const stated = statedIn(coverages, type, namespace);
    if (stated !== undefined) return stated;
    return present.has(typeKey(type)) ? { kind: 'seen' } : { kind: 'unread' };
  });
  return {
    follow: () => Promise.resolve(),
    state: () => hub,
    changed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    refresh: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function newestOfEach(objects: readonly KubeObject[]): readonly KubeObject[] {
  const kept = new Map<string, KubeObject>();
  for (const object of objects) {
    const key = objectKey(refOf(object));
    const held = kept.get(key);
    if (held !== undefined && isOther(object, held))
      throw new ConfigError(
        `${displayName(refOf(object))} is in the files twice, with different UIDs: the files are of two hubs, or it was created again between them; give the files of one hub that were read at one time`,
      );
    if (held !== undefined && isOpen(object, held))
      throw new ConfigError(
        `${displayName(refOf(object))} is in the files twice, with different content, and no resourceVersion that shows which is newer; give it once`,
      );
    if (held === undefined || rank(object, held) >= 0) kept.set(key, object);
  }
  return [...kept.values()];
}

/** Resource versions of two hubs, or of two objects with one name, do not show which copy is true now. */
function isOther(a: KubeObject, b: KubeObject): boolean {
  const [left, right] = [a.metadata.uid ?? '', b.metadata.uid ?? ''];
  return left !== '' && right !== '' && left !== right;
}

/**
 * Whether two copies in the same version of the API differ, and it is not known which is newer. Copies with one resource version may differ
 * in what was hidden.
 */
function isOpen(a: KubeObject, b: KubeObject): boolean {
  const [left, right] = [a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? ''];
  const isOrdered = (left === right && left !== '') || (/^\d+$/.test(left) && /^\d+$/.test(right));
  return a.apiVersion === b.apiVersion && !isOrdered && !isDeepStrictEqual(a, b);
}

function rank(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? ''];
  if (/^\d+$/.test(left) && /^\d+$/.test(right) && left !== right) return BigInt(left) > BigInt(right) ? 1 : -1;
  const group = groupOf(a.apiVersion);
  if (group !== PLACEMENT_GROUP && group !== CLUSTER_GROUP) return 0;
  return Number(versionOf(a.apiVersion) === 'v1beta1') - Number(versionOf(b.apiVersion) === 'v1beta1');
}

function latest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0];
}
