import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { coverageOf, isCoverage, statedIn } from '../../gates/hub/dump/coverage.ts';
import { isDecision } from './is-decision.ts';

/**
 * The hub that a dump of its clusters describes. `undefined` if the dump contains only clusters and the scheduler's decisions. A file of
 * `fleet-gate snapshot` states its own coverage. In other files a KubeFleet kind is treated as read if the file contains such an object
 * (in its namespace, if it has one). Other kinds are treated as not read.
 */
export function hubOfDump(objects: readonly KubeObject[]): HubListing | undefined {
  const coverages = objects.filter(isCoverage).map(coverageOf);
  const held = objects.filter((object) => !isCoverage(object) && !isDecision(object));
  if (coverages.length === 0 && held.every(({ kind }) => kind === 'MemberCluster')) return undefined;
  const shown = new Set(
    held.flatMap(({ apiVersion, kind, metadata: { namespace } }) => {
      const key = `${groupOf(apiVersion)}/${kind}`;
      return namespace === undefined ? [key] : [`${key}/${namespace}`];
    }),
  );
  return {
    objects: held,
    apis: undefined,
    from: coverages.length === 0 ? 'files' : 'dump',
    visibility: ({ group, kind }, namespace) => {
      const said = statedIn(coverages, { group, kind }, namespace);
      if (said !== undefined) return said;
      const isOurs = fleetKind(kind)?.group === group;
      const isShown = shown.has(namespace === undefined ? `${group}/${kind}` : `${group}/${kind}/${namespace}`);
      return isOurs && isShown ? { kind: 'seen' } : { kind: 'unread' };
    },
  };
}
