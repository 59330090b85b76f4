import { arrivalOf, type Arrival } from '../delivery/arrival.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf, placementKind } from '../world/placements.ts';
import { runsNaming } from '../world/runs-naming.ts';
import type { World } from '../world/world.ts';

/** A placement that changes nothing on its clusters. */
export interface Keeping {
  /** Pointer into the placement. */
  readonly at: string;
  /** Why, as a clause. */
  readonly says: string;
  readonly arrival: Exclude<Arrival, 'applied'>;
  /** Before the change, the placement applied its objects at once. */
  readonly wasApplied: boolean;
}

/** Whether the clusters of a placement keep what they have: it only compares, or it waits for an update run that the manifests lack. */
export function keepsOldContent(carrier: Manifest, world: World): Keeping | undefined {
  const arrival = arrivalOf(carrier);
  if (arrival === 'applied' || (arrival === 'byRun' && hasRun(carrier, world))) return undefined;
  const before = world.before(carrier);
  const old = before?.live ?? before?.manifest;
  return { arrival, ...WORDS[arrival](nameOf(carrier)), wasApplied: old !== undefined && arrivalOf({ object: old }) === 'applied' };
}

const WORDS: Readonly<Record<Exclude<Arrival, 'applied'>, (name: string) => Pick<Keeping, 'at' | 'says'>>> = {
  compared: (name) => ({
    at: '/spec/strategy/applyStrategy/type',
    says: `${name} only reports differences (ReportDiff) and applies nothing`,
  }),
  byRun: (name) => ({ at: '/spec/strategy/type', says: `${name} is rolled out by update runs (External), and there is no run for it` }),
};

function hasRun(placement: Manifest, world: World): boolean {
  const kind = placement.object.kind === 'ResourcePlacement' ? 'StagedUpdateRun' : 'ClusterStagedUpdateRun';
  return runsNaming(nameOf(placement), placementKind(world, kind)).length > 0;
}
