import type { HubProfile } from '../fleet/kinds.ts';
import { groupOf, refOf, type KubeObject, type ObjectRef } from '../fleet/object.ts';
import { beforeOf } from './before.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The World of these manifests, indexed once. Objects without a name (`generateName`) are found by kind only. */
export function makeWorld(parts: {
  readonly target: HubProfile;
  readonly now: Date;
  readonly manifests: readonly Manifest[];
  readonly members?: readonly KubeObject[];
  readonly decided?: readonly KubeObject[];
  /** The manifests this change is compared with. */
  readonly base?: readonly Manifest[];
  /** Objects as the hub has them now. */
  readonly live?: readonly KubeObject[];
}): World {
  const { target, now, manifests, members, decided = [], base = [], live = [] } = parts;
  const byKind = Map.groupBy(manifests, ({ object }) => object.kind);
  const byRef = Map.groupBy(manifests, keyOfManifest);
  const baseByRef = Map.groupBy(base, keyOfManifest);
  const liveByRef = new Map(live.map((object) => [keyOfRef(refOf(object)), object]));
  return {
    target,
    now,
    manifests,
    members,
    decided,
    ofKind: (kind) => byKind.get(kind) ?? [],
    find: (ref) => (ref.name === '' ? [] : (byRef.get(keyOf(ref)) ?? [])),
    before: (manifest) => {
      const key = keyOfManifest(manifest);
      return manifest.object.metadata.name === '' ? undefined : beforeOf(baseByRef.get(key) ?? [], liveByRef.get(key));
    },
  };
}

function keyOfManifest(manifest: Manifest): string {
  return keyOfRef(manifestRef(manifest));
}

function keyOfRef({ apiVersion, ...ref }: ObjectRef): string {
  return keyOf({ group: groupOf(apiVersion), ...ref });
}

function keyOf(ref: { readonly group: string; readonly kind: string; readonly namespace?: string; readonly name: string }): string {
  return `${ref.group}/${ref.kind}/${ref.namespace ?? ''}/${ref.name}`;
}
