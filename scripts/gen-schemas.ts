/**
 * `schemas/`: JSON Schemas of the kinds that people write, for editors. A folder a hub profile, in it the layout of the CRDs catalog
 * (`<group>/<kind>_<version>.json`), and `fleet.json`, which finds the schema of each document by its kind.
 * `integrations/schemastore/catalog-entry.json`: what SchemaStore asks of a schema that is hosted elsewhere.
 */
import { profileContracts } from '../src/admission/contracts/contract.ts';
import { AUTHORED_KINDS, HUB_PROFILES, PROFILE_NAMES, type HubProfile } from '../src/fleet/kubefleet/kinds.ts';
import { SITE } from '../src/site-address.ts';
import { DRAFT, editorSchema, type JsonSchema } from './editor-schema.ts';
import type { Generated } from './gen.ts';

const FOLDER = 'schemas';

export function generate(): Generated {
  const files: Record<string, string> = { 'integrations/schemastore/catalog-entry.json': text(CATALOG_ENTRY) };
  const folders = new Set<string>();
  for (const profile of HUB_PROFILES) {
    const found: Found[] = [];
    for (const kind of AUTHORED_KINDS) {
      for (const contract of profileContracts(profile).of(kind.kind)) {
        const folder = `${FOLDER}/${profile}/${kind.group}`;
        const name = `${kind.kind.toLowerCase()}_${contract.version}.json`;
        folders.add(folder);
        files[`${folder}/${name}`] = text(editorSchema(kind, contract, `${SITE}/${folder}/${name}`));
        found.push({ apiVersion: `${kind.group}/${contract.version}`, kind: kind.kind, file: `${kind.group}/${name}` });
      }
    }
    files[`${FOLDER}/${profile}/fleet.json`] = text(ofAnyKind(profile, found));
  }
  return { files, folders: [...folders, 'integrations/schemastore'] };
}

interface Found {
  readonly apiVersion: string;
  readonly kind: string;
  readonly file: string;
}

/** Each document by its kind, so that a file may hold several; what is no kind of KubeFleet is not judged. */
function ofAnyKind(profile: HubProfile, found: readonly Found[]): JsonSchema {
  return {
    $schema: DRAFT,
    $id: `${SITE}/${FOLDER}/${profile}/fleet.json`,
    title: PROFILE_NAMES[profile],
    description: `The kinds of ${PROFILE_NAMES[profile]} that people write, each by its own schema. Other kinds are not judged.`,
    type: 'object',
    allOf: found.map(({ apiVersion, kind, file }) => ({
      if: { required: ['apiVersion', 'kind'], properties: { apiVersion: { const: apiVersion }, kind: { const: kind } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { $ref: file },
    })),
  };
}

const CATALOG_ENTRY = {
  name: 'fleet-gate',
  description: 'Configuration of fleet-gate, the gate for KubeFleet and Azure Kubernetes Fleet Manager',
  fileMatch: ['.fleet-gate.yaml', '.fleet-gate.yml'],
  url: `${SITE}/schemas/config.json`,
};

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
