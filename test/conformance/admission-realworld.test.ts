/** Published manifests that real hubs accepted: none may be denied, because that would be a false alarm. */
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { profileContracts } from '../../src/admission/contracts/contract.ts';
import { judgeCreate } from '../../src/admission/judge.ts';
import { field, isObject, stringAt } from '../../src/fleet/json/json.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import { isMissing, truthPath } from '../support/truth.ts';

await loadEngines();

const HUBS: readonly (readonly [string, HubProfile])[] = [
  ['v031', 'v0.3'],
  ['main', 'main'],
];

it.skipIf(isMissing('realworld'))('agrees with the hubs on published manifests', () => {
  const count = { accepted: 0, denied: 0, elsewhere: 0 };
  for (const line of readFileSync(truthPath('realworld/judged.jsonl'), 'utf8').trim().split('\n')) {
    const entry: unknown = JSON.parse(line);
    const object = documentOf(entry);
    if (object === undefined) continue;
    for (const [hub, profile] of HUBS) {
      const verdict = stringAt(entry, hub, 'verdict');
      if (verdict !== 'accepted' && verdict !== 'rejected') continue;
      const name = `${stringAt(entry, 'file') ?? ''} ${profile}`;
      const fields = judgeCreate(object, profile).map((denial) => denial.field);
      const denied = verdict === 'rejected' && profileContracts(profile).find(object) !== undefined && !isBeyond(entry, hub);
      if (verdict === 'accepted') expect(fields, name).toEqual([]);
      if (denied) expect(fields, name).not.toEqual([]);
      count[verdict === 'accepted' ? 'accepted' : denied ? 'denied' : 'elsewhere']++;
    }
  }
  process.stdout.write(`published manifests: ${JSON.stringify(count)}\n`);
  expect(count.accepted).toBeGreaterThan(0);
  expect(count.denied).toBeGreaterThan(0);
});

/** Templates, and what depends on the hub: its namespaces, its custom kinds, its other objects. */
function isBeyond(entry: unknown, hub: string): boolean {
  return ['templated', 'envDependent'].some((name) => field(entry, name) !== undefined || field(entry, hub, name) !== undefined);
}

function documentOf(entry: unknown): KubeObject | undefined {
  const documents = parseAllDocuments(readFileSync(truthPath('realworld', stringAt(entry, 'file') ?? ''), 'utf8'));
  const document = Array.isArray(documents) ? documents[Number(field(entry, 'docIndex'))] : undefined;
  if (document === undefined || document.errors.length > 0) return undefined;
  const object: unknown = document.toJS();
  return isObject(object) && stringAt(object, 'apiVersion') !== undefined
    ? ({ metadata: {}, ...object } as unknown as KubeObject)
    : undefined;
}
