import { listed } from '../../../fleet/text/listed.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { DeletedPlace } from '../worlds/found-deployers.ts';
import { type DeployedTree, deliveredIn, placeOf } from './unapplied.ts';
import { appliedBy, type Undeployed } from './undeployed.ts';

/**
 * The objects that a known deployer of the base applied, that none of the change applies, and that a step of the change deletes with
 * `kubectl delete -f` or `-k`. Empty if a deployer may apply more than is known.
 */
export function deletedBySteps({ read, scripts }: DeployedTree, before: DeployedTree, deleted: readonly DeletedPlace[]): Undeployed {
  const { built, manifests } = read;
  if (deleted.length === 0 || built?.areDeliveriesKnown !== true || scripts.isOpen || before.read.built === undefined) return NONE;
  const isApplied = deliveredIn(built, scripts);
  const had = keysOf(before.read.manifests.filter(deliveredIn(before.read.built, before.scripts)));
  const has = keysOf(manifests.filter(isApplied));
  const steps = deleted.map(({ by, ...place }) => ({ by, deletes: appliedBy({ applied: [place] }, built, () => false) }));
  const found = Map.groupBy(manifests, (manifest) => {
    const key = keyOfManifest(manifest);
    if (!had.has(key) || has.has(key)) return undefined;
    return steps.find(({ deletes }) => deletes(placeOf(manifest)))?.by;
  });
  const files = [...found].flatMap(([by, all]) => (by === undefined ? [] : [{ by, all }]));
  return {
    manifests: new Set(files.flatMap(({ all }) => all)),
    notes: files.map(({ by, all }) => {
      const places = [...new Set(all.map(placeOf))].toSorted();
      const [they, its] = places.length === 1 ? ['it has', 'its'] : ['they have', 'their'];
      return `${by} deletes ${listed(places, 3, 'files and folders')} with \`kubectl delete\`, and nothing that was read applies what ${they}: ${its} objects were checked, and the comparison with the base shows them as removed.`;
    }),
  };
}

const NONE: Undeployed = { manifests: new Set(), notes: [] };

function keysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.map(keyOfManifest));
}
