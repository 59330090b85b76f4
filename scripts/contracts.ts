/**
 * `node scripts/contracts.ts` derives src/admission/contracts/schemas.gen.json (facts about the authored kinds per hub profile) from
 * KubeFleet's CRDs. Needs TRUTH_DIR/crds with the CRDs of v0.3.1 and main; everything built from the facts works without. Kinds that only
 * main has are read there too, or else in KUBEFLEET_CRDS, the folder `config/crd/bases` of a checkout of KubeFleet's main. Only
 * constraints and CEL rules are taken: no descriptions, and of `status` only which fields exist (the hub drops its content on create).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { FLEET_KINDS, MAIN_KINDS } from '../src/fleet/kubefleet/kinds.ts';
import { field, isObject, listAt, objectAt, stringAt } from '../src/fleet/json/json.ts';
import { azureSchema, ruleTexts } from './contracts/aks.ts';
import { loadGoPatterns } from '../src/admission/go-pattern.ts';
import { contractTable } from './contracts/table.ts';

const truth = process.env['TRUTH_DIR'] ?? path.resolve(import.meta.dirname, '../../shared');
const target = path.resolve(import.meta.dirname, '../src/admission/contracts/schemas.gen.json');

await loadGoPatterns();
const table = contractTable();
for (const { group, kind, plural, authored } of FLEET_KINDS) {
  if (!authored) continue;
  const file = `${plural}.${group}.yaml`;
  const released = servedSchemas('v0.3.1', file);
  const main = servedSchemas('main', file);
  const releasedRules = ruleTexts([...released.values()]);
  for (const [version, schema] of released) {
    table.add('v0.3', kind, version, schema);
    table.add('aks', kind, version, azureSchema(schema, main.get(version), releasedRules));
  }
  for (const [version, schema] of main) table.add('main', kind, version, schema);
}
for (const { group, kind, plural } of MAIN_KINDS) {
  const file = fileOf(`${plural}.${group}.yaml`, `${group}_${plural}.yaml`);
  for (const [version, schema] of schemasIn(file)) table.add('main', kind, version, withBothNames(schema));
}
writeFileSync(target, table.toJson());
console.log(`${path.relative(process.cwd(), target)}: ${String(table.size)} schema nodes`);

/** Pull request 803 renames a value of `whenUnfulfilled`. A hub of main may have either name, so none is refused without its own schema. */
function withBothNames(schema: unknown): unknown {
  const written = JSON.stringify(schema, (key, value: unknown) =>
    key === 'enum' && Array.isArray(value) && value.includes('RequestCluster') ? ['AddClusterClaim', ...value] : value,
  );
  return JSON.parse(written) as unknown;
}

/** The structural schema of each served version of one CRD. */
function servedSchemas(release: string, file: string): ReadonlyMap<string, unknown> {
  return schemasIn(path.join(truth, 'crds', release, file));
}

/** The CRD file of a kind of main: in TRUTH_DIR, or in a checkout, where it has another name. */
function fileOf(inTruth: string, inCheckout: string): string {
  const file = path.join(truth, 'crds', 'main', inTruth);
  if (existsSync(file)) return file;
  const checkout = process.env['KUBEFLEET_CRDS'];
  if (checkout === undefined)
    throw new Error(`${file} is not there: name the folder config/crd/bases of KubeFleet's main in KUBEFLEET_CRDS`);
  return path.join(checkout, inCheckout);
}

function schemasIn(file: string): ReadonlyMap<string, unknown> {
  const crd: unknown = parse(readFileSync(file, 'utf8'));
  const schemas = new Map<string, unknown>();
  for (const version of listAt(crd, 'spec', 'versions')) {
    if (field(version, 'served') !== true) continue;
    const [schema] = Object.values(objectAt(version, 'schema') ?? {});
    if (!isObject(schema)) throw new Error(`${file}: version without a schema`);
    schemas.set(stringAt(version, 'name') ?? '', schema);
  }
  return schemas;
}
