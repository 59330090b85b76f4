import { ConfigError } from '../../../errors.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { flagTerms, type Terms } from '../../../terms.ts';
import { coverageOf, isCoverage, statedIn } from './coverage.ts';
import { newestOfEach } from './newest-of-each.ts';
import { newestTime } from '../../../fleet/kubefleet/newest-time.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
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
 * If an object is given twice, `newestOfEach` chooses.
 * @param now the time to judge at; default: the dump's time, otherwise the newest time that a server wrote into the objects
 * @throws ConfigError if there is no time to judge at, or two copies of an object contradict each other
 */
export function filesReader(objects: readonly KubeObject[], now?: Date, terms: Terms = flagTerms): HubReader {
  const coverages = objects.filter(isCoverage).map(coverageOf);
  const kept = newestOfEach(objects.filter((object) => !isCoverage(object)));
  const present = new Set(kept.map((object) => typeKey({ group: groupOf(object.apiVersion), kind: object.kind })));
  const known = now ?? latest(coverages.flatMap(({ takenAt }) => takenAt ?? []));
  const time = known ?? newestTime(kept);
  if (time === undefined) throw new ConfigError(`the files contain no time to check at (no timestamp of a server): set ${terms('now')}`);

  const read = snapshotOf(kept, time, (type, namespace) => {
    const stated = statedIn(coverages, type, namespace);
    if (stated !== undefined) return stated;
    return present.has(typeKey(type)) ? { kind: 'seen' } : { kind: 'unread' };
  });
  const hub: HubState = { ...read, from: 'files', ...(known === undefined ? { isTimeConcluded: true } : {}) };
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

function latest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0];
}
