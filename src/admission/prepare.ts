import { AUTHORED_KINDS, HUB_PROFILES, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { loadCel, needsCel } from './cel/load-cel.ts';
import { type Contract, profileContracts } from './contracts/contract.ts';
import { hasPatternRules } from './contracts/schema-node.ts';
import { loadGoPatterns } from './go-pattern.ts';

/** Loads what is needed to judge objects of these kinds, and the schemas of definitions among them. Await it first. */
export async function prepareAdmission(
  objects: Iterable<Pick<KubeObject, 'apiVersion' | 'kind'>>,
  profile: HubProfile,
  contracts = profileContracts(profile),
): Promise<void> {
  const found = new Set<Contract>();
  let hasSchemas = false;
  for (const object of objects) {
    hasSchemas ||= object.kind === 'CustomResourceDefinition';
    const contract = contracts.find(object);
    if (contract !== undefined) found.add(contract);
  }
  await Promise.all([...found].map((contract) => contract.load()));
  if (hasSchemas || [...found].some(({ schema }) => hasPatternRules(schema))) await loadGoPatterns();
  if (hasSchemas || [...found].some(({ schema }) => needsCel(schema))) await loadCel();
}

/** Loads everything that judging may need, for tests and tools that do not know the objects in advance. */
export async function loadEngines(): Promise<void> {
  const known = HUB_PROFILES.flatMap((profile) => AUTHORED_KINDS.flatMap(({ kind }) => profileContracts(profile).of(kind)));
  await Promise.all([loadGoPatterns(), loadCel(), ...known.map((contract) => contract.load())]);
}
