import { displayName, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { referencesOf } from '../../../static/references/references-of.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { keyOf, keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/** The sentences of a note about what refers to objects that no kustomization lists; empty if nothing does. @param deployed what may refer to them */
export function needsInUnlisted(unlisted: readonly Manifest[], deployed: readonly Manifest[]): string {
  const keys = new Set(unlisted.map(keyOfManifest));
  if (keys.size === 0) return '';
  const pairs = deployed.flatMap((manifest) =>
    referencesOf(manifest.object, manifest.namespace)
      .filter((reference) => keys.has(keyOf(reference)))
      .map((reference) => pairOf(manifestRef(manifest), reference)),
  );
  return pairs.length === 0 ? '' : ` ${listed([...new Set(pairs)].toSorted(), 3, 'objects')}.`;
}

function pairOf(from: Omit<ObjectRef, 'apiVersion'>, to: Omit<ObjectRef, 'apiVersion'>): string {
  return `${displayName(from)} refers to ${displayName(to)}`;
}
