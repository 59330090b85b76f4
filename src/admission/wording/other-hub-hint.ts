import { profileContracts, type Contract } from '../contracts/contract.ts';
import type { SchemaNode } from '../contracts/schema-node.ts';
import { HUB_PROFILES, PROFILE_NAMES } from '../../fleet/kubefleet/kinds.ts';

/** Which other hubs have such a field in the same version of the kind, as a sentence; `undefined` if none has. */
export function otherHubHint({ kind, version, profile }: Contract, has: (schema: SchemaNode) => boolean): string | undefined {
  const others = HUB_PROFILES.filter(
    (other) =>
      other !== profile &&
      profileContracts(other)
        .of(kind)
        .some((contract) => contract.version === version && has(contract.schema)),
  );
  if (others.length === 0) return undefined;
  const names = others.map((other) => PROFILE_NAMES[other]).join(' and ');
  return `Only ${names} ${others.length === 1 ? 'has' : 'have'} it: remove it, or set \`target: ${others[0] ?? ''}\` if that is your hub.`;
}
