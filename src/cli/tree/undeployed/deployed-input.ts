import type { StaticInput } from '../static-input.ts';

/** The input as the change deploys it: without the manifests that nothing deploys any longer, although their files stay. */
export function deployedInput(input: StaticInput): StaticInput {
  const { undeployed, read, base } = input;
  if (undeployed === undefined || undeployed.size === 0) return input;
  const deployed = { ...read, manifests: read.manifests.filter((manifest) => !undeployed.has(manifest)) };
  return { ...input, read: deployed, fleet: input.fleetWith(deployed, base) };
}
