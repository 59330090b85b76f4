import { isDeepStrictEqual } from 'node:util';
import { stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { placeAndKey, placeOf } from './unapplied.ts';

/**
 * Notes about objects that the change adds or edits, and that Flux or Argo CD leaves as they are on the hub because the objects say so. Sources:
 * "Controlling the apply behavior of resources" of kustomize-controller, and "Resource Hooks" of Argo CD.
 */
export function skippedObjectsNotes({ manifests, built }: ReadResult, base: ReadResult): readonly string[] {
  const had = new Map(base.manifests.map((manifest) => [placeAndKey(manifest), manifest.object]));
  const found = manifests.flatMap((manifest) => {
    const by = skippedBy(manifest);
    if (by === undefined || isDeepStrictEqual(had.get(placeAndKey(manifest)), manifest.object)) return [];
    const isOf = built?.deliveries(placeOf(manifest)).some(({ manifest: { object } }) => by.kinds.includes(deployerKind(object) ?? ''));
    return isOf === true ? [{ manifest, text: by.text }] : [];
  });
  return [...Map.groupBy(found, ({ text }) => text)].map(([text, all]) => {
    const names = [...new Set(all.map(({ manifest }) => displayName(manifestRef(manifest))))].toSorted();
    return `A change of ${listed(names, 3, 'objects')} does not reach the hub: \`${text}\` makes the deployer leave ${names.length === 1 ? 'it' : 'them'} out. The change was checked and planned as if it did.`;
  });
}

function skippedBy({ object }: Manifest): { readonly text: string; readonly kinds: readonly string[] } | undefined {
  const says = (name: string, value: string): boolean =>
    ['annotations', 'labels'].some((all) => stringAt(object, 'metadata', all, name)?.toLowerCase() === value.toLowerCase());
  if (says(RECONCILE, 'disabled')) return { text: `${RECONCILE}: disabled`, kinds: ['Kustomization'] };
  return stringAt(object, 'metadata', 'annotations', HOOK) === 'Skip'
    ? { text: `${HOOK}: Skip`, kinds: ['Application', 'ApplicationSet'] }
    : undefined;
}

const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';
const HOOK = 'argocd.argoproj.io/hook';
