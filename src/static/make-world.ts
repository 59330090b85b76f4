import type { HubProfile } from '../fleet/kinds.ts';
import { groupOf, type KubeObject } from '../fleet/object.ts';
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
}): World {
  const { target, now, manifests, members, decided = [], base = [] } = parts;
  const byKind = Map.groupBy(manifests, ({ object }) => object.kind);
  const byRef = Map.groupBy(manifests, keyOfManifest);
  const baseByRef = Map.groupBy(base, keyOfManifest);
  return {
    target,
    now,
    manifests,
    members,
    decided,
    ofKind: (kind) => byKind.get(kind) ?? [],
    find: (ref) => (ref.name === '' ? [] : (byRef.get(keyOf(ref)) ?? [])),
    before: (manifest) => {
      const [old, ...others] = baseByRef.get(keyOfManifest(manifest)) ?? [];
      // Written twice, nobody knows which of the two the hub has.
      return old === undefined || others.length > 0 || old.object.metadata.name === '' ? undefined : { manifest: old.object };
    },
  };
}

function keyOfManifest(manifest: Manifest): string {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return keyOf({ group: groupOf(apiVersion), ...ref });
}

function keyOf(ref: { readonly group: string; readonly kind: string; readonly namespace?: string; readonly name: string }): string {
  return `${ref.group}/${ref.kind}/${ref.namespace ?? ''}/${ref.name}`;
}
