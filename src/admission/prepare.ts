import { AUTHORED_KINDS, HUB_PROFILES, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { loadCel, needsCel } from './cel/load-cel.ts';
import { type Contract, profileContracts } from './contracts/contract.ts';
import { hasPatternRules } from './contracts/schema-node.ts';
import { loadGoPatterns } from './go-pattern.ts';

/** Loads what is needed to judge objects of these kinds. Await it first. */
export async function prepareAdmission(
  objects: Iterable<Pick<KubeObject, 'apiVersion' | 'kind'>>,
  profile: HubProfile,
  contracts = profileContracts(profile),
): Promise<void> {
  const found = new Set<Contract>();
  for (const object of objects) {
    const contract = contracts.find(object);
    if (contract !== undefined) found.add(contract);
  }
  await Promise.all([...found].map((contract) => contract.load()));
  if ([...found].some(({ schema }) => hasPatternRules(schema))) await loadGoPatterns();
  if ([...found].some(({ schema }) => needsCel(schema))) await loadCel();
}

/** Loads everything that judging may need, for tests and tools that do not know the objects in advance. */
export async function loadEngines(): Promise<void> {
  const known = HUB_PROFILES.flatMap((profile) => AUTHORED_KINDS.flatMap(({ kind }) => profileContracts(profile).of(kind)));
  await Promise.all([loadGoPatterns(), loadCel(), ...known.map((contract) => contract.load())]);
}
