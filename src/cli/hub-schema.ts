import { hubContracts } from '../admission/contracts/hub-contracts.ts';
import type { Contracts } from '../admission/contracts/contract.ts';
import { ConfigError, HubError } from '../errors.ts';
import type { HubProfile } from '../fleet/kinds.ts';
import type { LiveHub } from '../gates/hub/connect-hub.ts';

const CRDS = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' };

/** `--hub-schema`: schemas and CEL rules as the hub itself has them. @throws {HubError} @throws {ConfigError} it does not show them. */
export async function readHubContracts(hub: Pick<LiveHub, 'read'>, profile: HubProfile): Promise<Contracts> {
  const [listing] = await hub.read([CRDS]);
  if (listing?.state.kind === 'seen') return hubContracts(listing.objects, profile);
  const why = listing !== undefined && 'message' in listing.state ? listing.state.message : 'no answer';
  if (listing?.state.kind === 'denied')
    throw new HubError(
      'notAllowed',
      `--hub-schema reads the hub's CustomResourceDefinitions, which it does not show: ${why}; allow list on customresourcedefinitions (apiGroup apiextensions.k8s.io), or leave --hub-schema out to judge by the built-in schemas of --target`,
    );
  throw new ConfigError(`--hub-schema reads the hub's CustomResourceDefinitions, which it does not have: ${why}`);
}
