import type { Manifest } from '../../../static/world/manifest.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import { type DeployedTree, deliveredIn, placeAndKey } from './delivered-in.ts';

/** What checks of a change take as removed although its file stays. Both ask by the place and the name of an object. */
export interface KnownToBeGone {
  readonly isGone: (manifest: Manifest) => boolean;
  /** Whether the object is checked as if all files were deployed: it is gone itself, or no known deployer applies it. */
  readonly isAsWritten: (manifest: Manifest) => boolean;
}

/**
 * The objects that a known deployer of the base applied and that the change no longer deploys; `undefined` if there is none, or if something
 * that is not known may still apply them.
 */
export function knownToBeGone(undeployed: ReadonlySet<Manifest>, now: DeployedTree, before: DeployedTree): KnownToBeGone | undefined {
  const { built, unreadDeployers = [], manifests } = now.read;
  const isOpen = now.scripts.isOpen || built?.areDeliveriesKnown !== true || unreadDeployers.length > 0;
  if (undeployed.size === 0 || isOpen || before.read.built === undefined) return undefined;
  const wasDelivered = deliveredIn(before.read.built, before.scripts);
  const had = new Set(before.read.manifests.filter(wasDelivered).map(keyOfManifest));
  const gone = new Set([...undeployed].filter((manifest) => had.has(keyOfManifest(manifest))).map(placeAndKey));
  if (gone.size === 0) return undefined;
  const isDelivered = deliveredIn(built, now.scripts);
  const asWritten = new Set(manifests.filter((manifest) => !isDelivered(manifest)).map(placeAndKey));
  const isGone = (manifest: Manifest): boolean => gone.has(placeAndKey(manifest));
  return { isGone, isAsWritten: (manifest) => isGone(manifest) || asWritten.has(placeAndKey(manifest)) };
}
