import type { Contracts } from '../../admission/contracts/contract.ts';
import { loadCel } from '../../admission/cel/load-cel.ts';
import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { ConfigError, HubError } from '../../errors.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { field, isObject } from '../../fleet/json/json.ts';
import { fleetKind, type HubProfile, isMemberCluster, isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { asSnapshotted } from '../../gates/deploy/content/comparable.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import { hubContent, hubItem } from '../../selection/hub-content.ts';
import { neededInterests } from '../../selection/needed-interests.ts';
import { placementsOfHub } from '../../static/placing/placements-of-hub.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import type { World } from '../../static/world/world.ts';
import { mergeClusters } from '../../static/world/clusters-of-manifests.ts';
import { makeWorld } from '../../static/world/make-world.ts';
import { detectedTarget, type FoundTarget, type HubEvidence } from './detected-target.ts';
import { HubListings } from './hub-listings.ts';
import { firstNeeds, type JudgedManifests, policyNeeds } from './hub-needs.ts';
import { isDecision } from './is-decision.ts';
import { makerNeeds } from './relation-needs.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/** The result of reading a hub once. */
export interface HubReading {
  /** Member clusters, policy snapshots and bindings, if they could be read. */
  readonly members: readonly KubeObject[];
  readonly decided: readonly KubeObject[];
  readonly target: FoundTarget;
  /** All other objects, and why some are not known. */
  readonly state: HubListing;
}

/**
 * Reads once all objects that these manifests are judged with. There is one list for each type (or for each type and namespace, if there
 * are few), however many manifests there are. @throws {HubError}
 */
export async function readHub(
  hub: Pick<LiveHub, 'read' | 'apis' | 'now'>,
  judged: JudgedManifests<Manifest>,
  { hasAzureServer = false }: Pick<HubEvidence, 'hasAzureServer'> = {},
): Promise<HubReading> {
  const listings = new HubListings((interests) => hub.read(interests));
  // Computed before the first request: an error here would leave an unhandled promise.
  const needed = firstNeeds(judged);
  const [apis] = await Promise.all([hub.apis(), listings.add(needed)]);
  const target = detectedTarget(judged.target, { members: listings.objects().filter(isMemberCluster), apis, hasAzureServer });
  const listing = (): HubListing => ({
    objects: listings
      .objects()
      .filter((object) => !isDecision(object))
      .map(asContent),
    apis,
    visibility: (type, namespace) => listings.visibility(type, namespace),
  });
  const beside = placementsOfHub(firstWorld(judged, target.profile, listings.objects(), { hub: listing(), now: hub.now() }));
  if (beside.length > 0) await listings.add(firstNeeds({ ...judged, head: [...judged.head, ...beside] }));
  const items = [...judged.head, ...judged.base, ...beside];
  const listed = listings.objects().map(hubItem);
  const selected = neededInterests(
    items.filter(({ object }) => isPlacement(object)),
    hubContent([...listed, ...items], apis),
    target.profile,
    judged.scope,
  );
  const policies = policyNeeds(
    listings.objects(),
    judged.head.map(({ object }) => object),
  );
  await listings.add([...selected, ...makerNeeds(items, apis?.resources ?? []), ...policies]);

  const objects = listings.objects();
  return {
    members: objects.filter(isMemberCluster),
    target,
    decided: objects.filter(isDecision),
    state: listing(),
  };
}

/** The manifests with what was read first, which shows the placements of the hub that they act on. */
function firstWorld(
  { head, base }: JudgedManifests<Manifest>,
  target: HubProfile,
  listed: readonly KubeObject[],
  { hub, now }: { readonly hub: HubListing; readonly now: Date },
): World {
  const { members, before, assumed } = mergeClusters(head, base, listed.filter(isMemberCluster), now);
  const clusters = defined({ members, membersBefore: before });
  return makeWorld({ target, now, manifests: head, base, ...clusters, assumed, decided: listed.filter(isDecision), hub });
}

/** `--hub-schema`: the hub's own schemas and CEL rules. @throws {HubError} @throws {ConfigError} the hub does not show them */
export async function readHubContracts(hub: Pick<LiveHub, 'read'>, profile: HubProfile, named: Invocation['named']): Promise<Contracts> {
  const [listing] = await hub.read([DEFINITION]);
  if (listing?.state.kind === 'seen') {
    // The compiler is loaded only if foreign schemas are used.
    const [{ hubContracts }] = await Promise.all([import('../../admission/contracts/hub-contracts.ts'), loadGoPatterns(), loadCel()]);
    return hubContracts(listing.objects, profile);
  }
  const why = listing !== undefined && 'message' in listing.state ? listing.state.message : 'no answer';
  if (listing?.state.kind === 'denied')
    throw new HubError(
      'notAllowed',
      `${named('hub-schema')} reads the hub's CustomResourceDefinitions, which cannot be read: ${why}; allow list on customresourcedefinitions (apiGroup apiextensions.k8s.io), or remove ${named('hub-schema')} to check against the built-in schemas of ${named('target')}`,
    );
  throw new ConfigError(`${named('hub-schema')} reads the hub's CustomResourceDefinitions, which it does not have: ${why}`);
}

/**
 * Removes the values of every Secret in it, at any depth. Keys and the lengths of values are kept: only they are needed and may be shown.
 */
export function withoutSecretData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretData);
  if (!isObject(value)) return value;
  const isSecret = value['kind'] === 'Secret';
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret && (name === 'data' || name === 'stringData') ? masked(inner) : withoutSecretData(inner),
    ]),
  );
}

/**
 * KubeFleet's own objects are unchanged. Other objects are as a cluster would get them, with the fields that exclude an object from
 * selection, or that decide which edits the hub refuses.
 */
function asContent(object: KubeObject): KubeObject {
  const plain = withoutSecretData(object) as KubeObject;
  if (fleetKind(object.kind)?.group === groupOf(object.apiVersion)) return plain;
  const { ownerReferences, deletionTimestamp } = object.metadata;
  const kept = asSnapshotted(plain) as unknown as KubeObject;
  const metadata = { ...kept.metadata, ...defined({ ownerReferences, deletionTimestamp }) };
  const stored = groupOf(object.apiVersion) === DEFINITION.group ? field(object, 'status', 'storedVersions') : undefined;
  return { ...kept, metadata, ...(stored === undefined ? {} : { status: { storedVersions: stored } }) };
}

function masked(data: unknown): unknown {
  if (!isObject(data)) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, '*'.repeat(String(value).length)]));
}
