import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';

/**
 * The input as the change deploys it: without the manifests that nothing deploys any longer, although their files stay, and in both trees without
 * those that are not planned.
 */
export function deployedInput(input: StaticInput): StaticInput {
  const { undeployed = new Set(), unplanned = new Set(), base } = input;
  const before = base && { ...base, manifests: base.manifests.filter((manifest) => !unplanned.has(manifest)) };
  const compared = before === undefined || unplanned.size === 0 ? input : { ...input, base: before };
  const isLeftOut = (manifest: Manifest): boolean => undeployed.has(manifest) || unplanned.has(manifest);
  return undeployed.size + unplanned.size === 0 ? input : without(compared, isLeftOut);
}

export function without(input: StaticInput, isLeftOut: (manifest: Manifest) => boolean): StaticInput {
  const { read, base } = input;
  const deployed = { ...read, manifests: read.manifests.filter((manifest) => !isLeftOut(manifest)) };
  return { ...input, read: deployed, fleet: input.fleetWith(deployed, base) };
}
