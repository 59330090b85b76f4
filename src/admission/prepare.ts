import type { HubProfile } from '../fleet/kinds.ts';
import type { KubeObject } from '../fleet/object.ts';
import { loadCel } from './cel/load-cel.ts';
import { profileContracts } from './contracts/contract.ts';
import { hasRules } from './contracts/schema-node.ts';

/** Loads what judging objects of these kinds needs; to be awaited before. Nothing where no kind has CEL rules. */
export async function prepareAdmission(
  objects: Iterable<Pick<KubeObject, 'apiVersion' | 'kind'>>,
  profile: HubProfile,
  contracts = profileContracts(profile),
): Promise<void> {
  for (const object of objects) {
    const contract = contracts.find(object);
    if (contract !== undefined && hasRules(contract.schema)) return loadCel();
  }
}
