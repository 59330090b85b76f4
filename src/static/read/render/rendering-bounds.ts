import { canLimitMemory } from '../../../programs/memory-limit.ts';
import { withoutNetwork } from '../../../programs/without-network.ts';

/** What a system allows a user to deny a program. */
export interface SystemBounds {
  readonly network: boolean;
  readonly memory: boolean;
}

/** The bounds of this system. */
export async function systemBounds(): Promise<SystemBounds> {
  return { network: (await withoutNetwork()) !== undefined, memory: canLimitMemory() };
}

/**
 * A note about the bounds that kustomize and helm did not have; none if they had all. Kustomizations can reach the network only by
 * addresses, which are refused before.
 * @param withTemplates templates of a chart were rendered, which can call functions
 */
export function boundsNotes({ network, memory }: SystemBounds, withTemplates: boolean): readonly string[] {
  const missing = [...(network || !withTemplates ? [] : ['not cut off from the network']), ...(memory ? [] : ['not limited in memory'])];
  if (missing.length === 0) return [];
  return [
    `kustomize and helm were ${missing.join(' and ')}, because this system does not allow it. Addresses were refused before they ran.`,
  ];
}
