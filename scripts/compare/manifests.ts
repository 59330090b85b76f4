/** Compares the answers of real hubs about manifests with a schema validator and with this program. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parse } from 'yaml';

import { judgeCreate } from '../../src/admission/judge.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import { field, isObject, listAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { admissionCases, beyondManifest, type Judgement } from '../../test/conformance/admission-oracle.ts';
import { RELEASES } from '../../test/support/recordings/releases.ts';
import { truthNames, truthPath } from '../../test/support/truth.ts';

await loadEngines();

/** How many refused manifests were found, and how many accepted ones were reported as refused. */
export interface Found {
  readonly found: number;
  readonly falseAlarms: number;
}

export interface ManifestFigures {
  readonly refused: number;
  readonly taken: number;
  readonly fleetGate: Found;
  readonly kubeconform: Found;
  readonly kubeconformVersion: string;
}

const KUBECONFORM = 'v0.7.0';

/**
 * Every manifest that hubs were asked to create as kubectl does (`fieldValidation=Strict`), once for each release. Cases that depend on
 * more than the manifest are not included: other objects on the hub, and requests that are not a JSON object.
 */
export function compareManifests(): ManifestFigures {
  const cases = truthNames('oracle/admission', (name) => name.endsWith('.jsonl'))
    .flatMap((file) => [...admissionCases(file)])
    .filter(
      (judgement) =>
        judgement.op === 'create' && !judgement.raw && judgement.fieldValidation === 'Strict' && beyondManifest(judgement) === undefined,
    );
  const isRefused = (judgement: Judgement): boolean => judgement.verdict === 'deny';
  const tally = (says: (judgement: Judgement, at: number) => boolean): Found => {
    const alarms = cases.filter(says);
    return { found: alarms.filter(isRefused).length, falseAlarms: alarms.filter((judgement) => !isRefused(judgement)).length };
  };
  const invalid = kubeconformInvalid(cases);
  const refused = cases.filter(isRefused).length;
  return {
    refused,
    taken: cases.length - refused,
    fleetGate: tally(({ object, profile }) => judgeCreate(object, profile).length > 0),
    kubeconform: tally((_, at) => invalid.has(at)),
    kubeconformVersion: KUBECONFORM,
  };
}

/** The cases that kubeconform reports as invalid, in strict mode, with schemas from the CRDs of the release. */
function kubeconformInvalid(cases: readonly Judgement[]): ReadonlySet<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'compare-'));
  try {
    const invalid = new Set<number>();
    for (const release of RELEASES) {
      writeSchemas(release, path.join(folder, `schemas-${release}`));
      const manifests = path.join(folder, release);
      mkdirSync(manifests);
      for (const [at, { object, release: judged }] of cases.entries())
        if (judged === release) writeFileSync(path.join(manifests, `${String(at)}.json`), JSON.stringify(object));
      for (const at of invalidIn(manifests, path.join(folder, `schemas-${release}`))) invalid.add(at);
    }
    return invalid;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function invalidIn(manifests: string, schemas: string): readonly number[] {
  const program = process.env['KUBECONFORM'];
  const args = ['-strict', '-output', 'json', '-schema-location', `${schemas}/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`];
  const [command, before] =
    program === undefined ? ['go', ['run', `github.com/yannh/kubeconform/cmd/kubeconform@${KUBECONFORM}`]] : [program, []];
  const { stdout, stderr } = spawnSync(command, [...before, ...args, manifests], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (stdout === '') throw new Error(`kubeconform did not run: ${stderr}`);
  const resources = listAt(JSON.parse(stdout), 'resources');
  const own = resources.find((entry) => stringAt(entry, 'status') === 'statusError' && !isOfUnknownKind(entry));
  if (own !== undefined) throw new Error(`kubeconform: ${JSON.stringify(own)}`);
  return resources.map((entry) => Number(path.basename(stringAt(entry, 'filename') ?? '', '.json')));
}

/** No hub serves the kind, and there is no schema, which is an error in kubeconform too. */
function isOfUnknownKind(entry: unknown): boolean {
  return /could not find schema|error while parsing|missing '(?:kind|apiVersion)' key/.test(stringAt(entry, 'msg') ?? '');
}

/**
 * Schemas as kubeconform's own converter makes them (`scripts/openapi2jsonschema.py`): unknown fields are refused, except at the root,
 * which is its default. The converter mistakes a field named `properties` for a keyword, so that the schema of MemberCluster cannot be
 * read; this function does not.
 */
function writeSchemas(release: string, folder: string): void {
  const from = truthPath('crds', release);
  for (const name of readdirSync(from).filter((file) => file.endsWith('.yaml'))) {
    const crd: unknown = parse(readFileSync(path.join(from, name), 'utf8'));
    const group = stringAt(crd, 'spec', 'group') ?? '';
    const kind = (stringAt(crd, 'spec', 'names', 'kind') ?? '').toLowerCase();
    for (const version of listAt(crd, 'spec', 'versions')) {
      if (field(version, 'served') !== true) continue;
      mkdirSync(path.join(folder, group), { recursive: true });
      const schema = { ...converted(field(version, 'schema', 'openAPIV3Schema')), additionalProperties: true };
      writeFileSync(path.join(folder, group, `${kind}_${stringAt(version, 'name') ?? ''}.json`), JSON.stringify(schema));
    }
  }
}

function converted(schema: unknown): JsonObject {
  if (!isObject(schema)) return {};
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? fieldsOf(value) : isObject(value) ? converted(value) : value,
    ]),
  );
  return isObject(copy['properties']) && copy['additionalProperties'] === undefined ? { ...copy, additionalProperties: false } : copy;
}

function fieldsOf(properties: unknown): JsonObject {
  return Object.fromEntries(Object.entries(isObject(properties) ? properties : {}).map(([name, child]) => [name, converted(child)]));
}
