import type { Contracts } from '../../admission/contracts/contract.ts';
import type { NotEvaluated } from '../../finding.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { fleetKind, type HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { previousObjectOf } from './previous-object.ts';
import { manifestRef } from './identity.ts';
import { keyOf, keyOfManifest, keyOfRef } from './manifest-key.ts';
import type { Manifest } from './manifest.ts';
import { isNamed } from './placements.ts';
import { isResolved } from './resolved.ts';
import type { RepositoryGate } from './repository-gate.ts';
import type { World } from './world.ts';

/** Makes the World of these manifests, with its indexes. Objects without a name (`generateName`) are found only by kind. */
export function makeWorld(parts: {
  readonly target: HubProfile;
  /** The schemas of the hub itself. */
  readonly contracts?: Contracts;
  readonly now: Date;
  readonly manifests: readonly Manifest[];
  /** The manifests that findings are about, of the base too; default: all. */
  readonly about?: ReadonlySet<Manifest>;
  readonly members?: readonly KubeObject[];
  /** The members before this change. */
  readonly membersBefore?: readonly KubeObject[];
  /** Names of members without a report from a hub. */
  readonly assumed?: Iterable<string>;
  readonly decided?: readonly KubeObject[];
  /** The manifests before this change. */
  readonly base?: readonly Manifest[];
  /** The present hub. A dump may be older, so its objects are not used as the state before the change. */
  readonly hub?: HubListing;
  /** The objects that `--policies` names. */
  readonly policies?: readonly KubeObject[];
  /** See `World`. */
  readonly policiesBefore?: readonly KubeObject[];
  readonly gates?: readonly RepositoryGate[];
  /** Entries about files of the tree that were not checked. */
  readonly notEvaluated?: readonly NotEvaluated[];
  /** The same of the base. */
  readonly notEvaluatedBefore?: readonly NotEvaluated[];
  /** Objects of the base that are now in other manifests than these. */
  readonly moved?: ReadonlySet<Manifest>;
  /** See `World`. */
  readonly isBase?: boolean;
  /** The parts of the whole tree, and of its base. */
  readonly partOf?: ReadonlyMap<Manifest, string>;
}): World {
  const {
    target,
    contracts,
    now,
    manifests,
    about,
    members,
    membersBefore,
    assumed = [],
    decided = [],
    base = [],
    hub,
    policies = [],
    policiesBefore,
    gates = [],
    notEvaluated = [],
    notEvaluatedBefore = [],
    moved,
    isBase = false,
    partOf,
  } = parts;
  const isJudged = (manifest: Manifest): boolean => about === undefined || about.has(manifest);
  const byKind = Map.groupBy(manifests, ({ object }) => object.kind);
  const byKey = Map.groupBy(manifests, keyOfManifest);
  const baseByKey = Map.groupBy(base, keyOfManifest);
  const gone = base.filter((manifest) => isNamed(manifest) && moved?.has(manifest) !== true && !byKey.has(keyOfManifest(manifest)));
  let baseWorld: World | undefined;
  const liveByRef = new Map((hub?.objects ?? []).map((object) => [keyOfRef(refOf(object)), object]));
  return {
    target,
    contracts,
    now,
    manifests,
    partOf: (manifest) => partOf?.get(manifest),
    // An entry with an object is about an object that was read.
    hasUnread: notEvaluated.some(({ missing, object }) => missing === undefined && object === undefined),
    judged: manifests.filter(isJudged),
    judgedGone: gone.filter(isJudged),
    members,
    membersBefore,
    assumed: new Set(assumed),
    decided,
    hub,
    policies,
    ...(policiesBefore === undefined ? {} : { policiesBefore }),
    gates,
    gone,
    isBase,
    ofKind: (kind) => byKind.get(kind) ?? [],
    find: (ref) => (ref.name === '' ? [] : (byKey.get(keyOf(ref)) ?? [])),
    before: (manifest) => {
      if ((base.length === 0 && hub === undefined) || manifest.object.metadata.name === '') return undefined;
      const key = keyOfManifest(manifest);
      const live = hub?.from === undefined ? liveByRef.get(key) : undefined;
      // The hub was read and does not have it, so it will be new even if the base has it.
      if (live === undefined && hub !== undefined && hub.from === undefined && isSeen(manifest, hub)) return undefined;
      return previousObjectOf(baseByKey.get(key) ?? [], live);
    },
    base: () => {
      if (base.length === 0) return undefined;
      const known = membersBefore ?? members;
      const ofBase = { ...(known && { members: known }), ...(partOf && { partOf }) };
      baseWorld ??= makeWorld({
        target,
        now,
        manifests: base,
        notEvaluated: notEvaluatedBefore,
        ...ofBase,
        assumed,
        decided,
        isBase: true,
      });
      return baseWorld;
    },
  };
}

/** Whether the manifest names one object, and the hub showed all of its kind in that namespace. */
function isSeen(manifest: Manifest, hub: HubListing): boolean {
  const { apiVersion, kind, namespace } = manifestRef(manifest);
  if (!isResolved(manifest, '/metadata/name', '/metadata/namespace')) return false;
  if (namespace === undefined && fleetKind(kind)?.namespaced !== false) return false;
  return hub.visibility({ group: groupOf(apiVersion), kind }, namespace).kind === 'seen';
}
