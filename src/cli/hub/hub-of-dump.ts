import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { coverageOf, isCoverage, statedIn } from '../../gates/hub/dump/coverage.ts';
import { isDecision } from './is-decision.ts';

/**
 * The hub as a dump shows it that was given for its clusters; `undefined` where it holds nothing but them and what the scheduler decided. What
 * `fleet-gate snapshot` wrote says itself what it saw. Of other files a kind of KubeFleet counts as seen where they hold one of it, in its namespace
 * where it has one; of all other kinds they prove only what they hold.
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
