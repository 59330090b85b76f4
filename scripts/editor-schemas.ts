/**
 * `node scripts/editor-schemas.ts [FOLDER]`: writes JSON Schemas of the kinds that people write, for editors, to FOLDER (`schemas` by
 * default). They are not committed: the site and a release have them. There is a folder for each hub profile, in the layout of the CRDs
 * catalog (`<group>/<kind>_<version>.json`), with a `fleet.json` that selects the schema of each document by its kind.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { profileContracts } from '../src/admission/contracts/contract.ts';
import { AUTHORED_KINDS, HUB_PROFILES, PROFILE_NAMES, type HubProfile } from '../src/fleet/kubefleet/kinds.ts';
import { SITE } from '../src/site-address.ts';
import { DRAFT, editorSchema, type JsonSchema } from './pages/editor-schema.ts';

/** The address of the schemas; a file is below it by its path. */
export const SCHEMA_ADDRESS = `${SITE}/schemas`;

/** The text of each schema by its path from the folder of the schemas: `v0.3/fleet.json`; that of `.fleet-gate.yaml` is `config.json`. */
export function editorSchemas(): Readonly<Record<string, string>> {
  const files: Record<string, string> = { 'config.json': readFileSync(join(import.meta.dirname, '../config.schema.json'), 'utf8') };
  for (const profile of HUB_PROFILES) {
    const found: Found[] = [];
    for (const kind of AUTHORED_KINDS) {
      for (const contract of profileContracts(profile).of(kind.kind)) {
        const file = `${kind.group}/${kind.kind.toLowerCase()}_${contract.version}.json`;
        files[`${profile}/${file}`] = textOf(editorSchema(kind, contract, `${SCHEMA_ADDRESS}/${profile}/${file}`));
        found.push({ apiVersion: `${kind.group}/${contract.version}`, kind: kind.kind, file });
      }
    }
    files[`${profile}/fleet.json`] = textOf(anyKind(profile, found));
  }
  return files;
}

export function writeEditorSchemas(folder: string): void {
  for (const [file, text] of Object.entries(editorSchemas())) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

interface Found {
  readonly apiVersion: string;
  readonly kind: string;
  readonly file: string;
}

/** Selects by the kind, because a file may hold several documents; a document of another kind is not checked. */
function anyKind(profile: HubProfile, found: readonly Found[]): JsonSchema {
  return {
    $schema: DRAFT,
    $id: `${SCHEMA_ADDRESS}/${profile}/fleet.json`,
    title: PROFILE_NAMES[profile],
    description: `The kinds of ${PROFILE_NAMES[profile]} that people write, each by its own schema. Other kinds are not checked.`,
    type: 'object',
    allOf: found.map(({ apiVersion, kind, file }) => ({
      if: { required: ['apiVersion', 'kind'], properties: { apiVersion: { const: apiVersion }, kind: { const: kind } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { $ref: file },
    })),
  };
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (import.meta.main) writeEditorSchemas(process.argv[2] ?? join(import.meta.dirname, '../schemas'));
