import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { once } from '../../../fleet/memo/once.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { BuiltTree } from '../../../static/read/read-result.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { AppliedPlace } from '../worlds/script/applied-place.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import type { Recreated } from './recreated-by-deployers.ts';
import { type DeployedTree, deliveredIn, placeOf } from './delivered-in.ts';
import { appliedBy } from './applied-by.ts';
import type { Undeployed } from './undeployed.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/**
 * The objects that a known deployer of the base applied, that none of the change applies, or only before it deletes them again in the same
 * script, and that a step of the change deletes with `kubectl delete`. Empty if a deployer may apply more than is known.
 */
export function deletedBySteps({ read, scripts }: DeployedTree, before: DeployedTree): Omit<Undeployed, 'copies'> {
  const { built, manifests } = read;
  const { deleted } = scripts;
  if (deleted.length === 0 || built?.areDeliveriesKnown !== true || scripts.isOpen || before.read.built === undefined) return NONE;
  const had = keysOf(before.read.manifests.filter(appliedAtEnd(before.read.built, before.scripts)));
  const has = keysOf(manifests.filter(appliedAtEnd(built, scripts)));
  const steps = deleted.map(({ by, ...place }) => ({ by, deletes: ofPlaces(built, [place]) }));
  const found = Map.groupBy(manifests, (manifest) => {
    const key = keyOfManifest(manifest);
    if (!had.has(key) || has.has(key)) return undefined;
    return steps.find(({ deletes }) => deletes(manifest))?.by;
  });
  const files = [...found].flatMap(([by, all]) => (by === undefined ? [] : [{ by, all }]));
  return {
    manifests: new Set(files.flatMap(({ all }) => all)),
    notes: files.map(({ by, all }) => {
      const [they, its] = placesOf(all).length === 1 ? ['it has', 'its'] : ['they have', 'their'];
      return `${by} deletes ${placesText(all)} with \`kubectl delete\`, and behind that nothing that was read applies what ${they}: ${its} objects were checked, and \`plan\` takes them as removed.`;
    }),
  };
}

/** The objects that a script of the change deletes and creates again behind it, and that none of the base did so. */
export function recreatedBySteps({ read, scripts }: DeployedTree, before: DeployedTree): Recreated {
  const [built, wasBuilt] = [read.built, before.read.built];
  const steps = stepsOf(built, scripts);
  if (steps.length === 0) return { moves: new Map(), notes: [] };
  const recreated = stepsOf(wasBuilt, before.scripts);
  const [had, was] = [
    keysOf(before.read.manifests),
    once(() => keysOf(before.read.manifests.filter((manifest) => recreated.some(({ recreates }) => recreates(manifest))))),
  ];
  const found = read.manifests.flatMap((manifest) => {
    if (!had.has(keyOfManifest(manifest))) return [];
    const step = steps.find(({ recreates }) => recreates(manifest));
    return step === undefined || was().has(keyOfManifest(manifest)) ? [] : [{ manifest, by: step.by }];
  });
  const mayBePlaced = mayBePlacedBy(read.manifests);
  const told = found.filter(({ manifest }) => isFleetObject(manifest.object) || mayBePlaced(manifest));
  const byFile = Map.groupBy(told, ({ by }) => by);
  return {
    moves: new Map(found.map(({ manifest, by }) => [manifest, [{ reason: `${by} deletes it and creates it again` }]])),
    notes: [...byFile].map(
      ([by, all]) =>
        `${by} deletes ${placesText(all.map(({ manifest }) => manifest))} with kubectl and creates it again: KubeFleet removes what it places from the clusters first. \`kubectl apply\` alone changes it in place.`,
    ),
  };
}

function stepsOf(
  built: BuiltTree | undefined,
  { deleted }: RepositoryDeployers,
): readonly { readonly by: string; readonly recreates: (manifest: Manifest) => boolean }[] {
  if (built === undefined) return [];
  return deleted.flatMap(({ by, again, ...place }) => {
    if (again.length === 0) return [];
    const [deletes, creates] = [ofPlaces(built, [place]), ofPlaces(built, again)];
    return [{ by, recreates: (manifest) => deletes(manifest) && creates(manifest) }];
  });
}

/** Returns whether something that was read applies an object, and no later command of the same script deletes it. */
function appliedAtEnd(built: BuiltTree, { applied }: RepositoryDeployers): (manifest: Manifest) => boolean {
  const isApplied = deliveredIn(built, { applied: applied.filter(({ undoneBy }) => undoneBy === undefined) });
  const undone = applied.flatMap(({ undoneBy, ...place }) =>
    undoneBy === undefined ? [] : [{ applies: ofPlaces(built, [place]), deletes: ofPlaces(built, undoneBy) }],
  );
  return (manifest) => isApplied(manifest) || undone.some(({ applies, deletes }) => applies(manifest) && !deletes(manifest));
}

function ofPlaces(built: BuiltTree, applied: readonly AppliedPlace[]): (manifest: Manifest) => boolean {
  const isOfPlace = appliedBy({ applied }, built, () => false);
  return (manifest) => isOfPlace(placeOf(manifest));
}

const NONE: Omit<Undeployed, 'copies'> = { manifests: new Set(), notes: [] };

function keysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.map(keyOfManifest));
}

function placesOf(manifests: readonly Manifest[]): readonly string[] {
  return [...new Set(manifests.map(placeOf))].toSorted();
}

function placesText(manifests: readonly Manifest[]): string {
  return listed(placesOf(manifests), 3, 'files and folders');
}
