import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';

/** The input as the change deploys it: without the manifests that nothing deploys any longer, although their files stay. */
export function deployedInput(input: StaticInput): StaticInput {
  const { undeployed } = input;
  return undeployed === undefined || undeployed.size === 0 ? input : without(input, (manifest) => undeployed.has(manifest));
}

export function without(input: StaticInput, isLeftOut: (manifest: Manifest) => boolean): StaticInput {
  const { read, base } = input;
  const deployed = { ...read, manifests: read.manifests.filter((manifest) => !isLeftOut(manifest)) };
  return { ...input, read: deployed, fleet: input.fleetWith(deployed, base) };
}
