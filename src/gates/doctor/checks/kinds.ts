import type { ApiResource } from '../../../fleet/kubefleet/api-resource.ts';
import { CLUSTER_GROUP, fleetKind, isPlacementKind, PLACEMENT_GROUP, LEGACY_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { degradationOf } from '../../hub/access/degradation.ts';
import { ApiError } from '../../hub/http/api-error.ts';
import { failed, type Found, ok, type Check, warning } from '../check.ts';
import type { StepwiseHub } from '../stepwise-hub.ts';

/** API versions that fleet-gate can read. */
const KNOWN: ReadonlySet<string> = new Set(['v1beta1', 'v1']);
const UPGRADE = 'Upgrade KubeFleet on the hub where these are needed.';

export const kinds: Check = {
  id: 'kinds',
  title: 'kinds served',
  asks: 'Is this a hub of KubeFleet, and does it serve the kinds that are needed, in versions that are known?',
  needs: ['identity'],
  remedy: ['Check the address of the server, and the proxies on the way to it.'],
  run: async (way) => {
    try {
      const { resources } = await way.apis();
      return foundAmong(resources, way);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      return warning(
        [`the hub does not list its kinds to this user: ${error.message}`, "KubeFleet's kinds are taken to be served as v1beta1"],
        'Bind the user to the ClusterRole system:discovery.',
      );
    }
  },
};

function foundAmong(resources: readonly ApiResource[], way: StepwiseHub): Found {
  const ours = resources.filter(({ group }) => group === PLACEMENT_GROUP || group === CLUSTER_GROUP);
  const placements = ours.filter(({ kind }) => isPlacementKind(kind));
  if (placements.length === 0) return noHub(resources, ours);
  const versions = [...new Set(placements.flatMap(({ versions: served = [] }) => served))];
  if (!versions.some((version) => KNOWN.has(version)))
    return failed(
      'unreachable',
      [`placements are served as ${versions.join(', ')} only; v1beta1 and v1 are known here`],
      'Upgrade KubeFleet on the hub.',
    );
  const served = `${PLACEMENT_GROUP} ${versions.join(', ')}: ${ours.length} kinds of KubeFleet`;
  const isServed = (kind: string): boolean => ours.some((resource) => resource.kind === kind);
  const { vital, interests } = way.needs;
  const vitalKinds = vital.interests.map(({ kind }) => kind);
  // Required kinds come first, because a reader must see them.
  const missing = [...new Set([...vitalKinds, ...interests.map(({ kind }) => kind)])].filter(
    (kind) => fleetKind(kind) !== undefined && !isServed(kind),
  );
  if (missing.length === 0) return ok(served);
  const evidence = [served, ...missing.map((kind) => `not served: ${kind}; hence: ${degradationOf(kind, 'hub')}`)];
  const isEnough = vital.enough === 'each' ? vitalKinds.every(isServed) : vitalKinds.some(isServed);
  return isEnough ? warning(evidence, UPGRADE) : failed('unreachable', evidence, UPGRADE);
}

/** Other possible causes. */
function noHub(resources: readonly ApiResource[], ours: readonly ApiResource[]): Found {
  if (ours.some(({ kind }) => kind === 'AppliedWork'))
    return failed(
      'unreachable',
      ['this is a member cluster, not the hub: it serves AppliedWork, and no placements'],
      'Use the kubeconfig of the hub. On Azure: `az fleet get-credentials --resource-group GROUP --name FLEET`.',
    );
  if (resources.some(({ group }) => group === LEGACY_GROUP || group.endsWith(`.${LEGACY_GROUP}`)))
    return failed(
      'unreachable',
      [`it serves ${LEGACY_GROUP}, the API before KubeFleet, and no placements of KubeFleet`],
      'Upgrade the hub.',
    );
  return failed(
    'unreachable',
    ['this is not a KubeFleet hub: it does not serve placements'],
    'Use the kubeconfig of the hub. On Azure: `az fleet get-credentials --resource-group GROUP --name FLEET`.',
    'A fleet on Azure that was made without a hub cluster has no placements: make it with `az fleet create --enable-hub`.',
    'On your own hub, install the hub agent of KubeFleet.',
  );
}
