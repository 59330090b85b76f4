import type { HubListing } from '../fleet/hub-state.ts';
import { CLUSTER_GROUP, fleetKind, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { groupOf, type KubeObject } from '../fleet/object.ts';
import { asSnapshotted } from '../gates/deploy/content/comparable.ts';
import type { LiveHub } from '../gates/hub/connect-hub.ts';
import { hubContent } from '../schedule/selection/hub-content.ts';
import { isPlacement } from '../schedule/plan-context.ts';
import { neededTypes } from '../schedule/selection/needed-types.ts';
import { defined } from './defined.ts';
import { HubListings } from './hub-listings.ts';
import { firstNeeds, type Judged } from './hub-needs.ts';
import { withoutSecretData } from './without-secret-data.ts';

/** What one look at a hub gave. */
export interface HubReading {
  /** Member clusters, policy snapshots and bindings, as far as they could be read. */
  readonly members: readonly KubeObject[];
  readonly decided: readonly KubeObject[];
  /** Everything else, and why the rest is not known. */
  readonly state: HubListing;
}

/**
 * Reads once what judging these manifests depends on: a list a type (a type and namespace, where there are few), whatever the number of
 * manifests. @throws {HubError}
 */
export async function readHub(hub: Pick<LiveHub, 'read' | 'apis'>, judged: Judged): Promise<HubReading> {
  const listings = new HubListings((interests) => hub.read(interests));
  const [apis] = await Promise.all([hub.apis(), listings.add(firstNeeds(judged))]);
  const items = [...judged.head, ...judged.base];
  const listed = listings.objects().map((object) => ({ object, namespace: object.metadata.namespace }));
  await listings.add(neededTypes(items.filter(isPlacement), hubContent([...listed, ...items], apis), judged.target, judged.scope));

  const objects = listings.objects();
  return {
    members: objects.filter(({ apiVersion, kind }) => kind === 'MemberCluster' && groupOf(apiVersion) === CLUSTER_GROUP),
    decided: objects.filter(isDecision),
    state: {
      objects: objects.filter((object) => !isDecision(object)).map(asContent),
      apis,
      unseen: (type, namespace) => listings.unseen(type, namespace),
    },
  };
}

const DECISIONS = new Set(['ClusterSchedulingPolicySnapshot', 'SchedulingPolicySnapshot', 'ClusterResourceBinding', 'ResourceBinding']);

function isDecision({ apiVersion, kind }: KubeObject): boolean {
  return DECISIONS.has(kind) && groupOf(apiVersion) === PLACEMENT_GROUP;
}

/** KubeFleet's own as they are, the rest as a cluster would get it, with what keeps an object from being selected. */
function asContent(object: KubeObject): KubeObject {
  const plain = withoutSecretData(object) as KubeObject;
  if (fleetKind(object.kind)?.group === groupOf(object.apiVersion)) return plain;
  const { ownerReferences, deletionTimestamp } = object.metadata;
  const kept = asSnapshotted(plain) as unknown as KubeObject;
  const metadata = { ...kept.metadata, ...defined({ ownerReferences, deletionTimestamp }) };
  return { ...kept, metadata };
}
