import { fleetKind, type HubProfile } from '../../fleet/kinds.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/object.ts';
import type { Validator } from '../validator.ts';
import { validators } from '../validators.gen.js';
import type { SchemaNode } from './schema-node.ts';
import { ROOTS, storedSchema } from './table.ts';

/** The schema of one kind in one version on one hub. */
export interface Contract {
  /** The hub whose webhooks judge the kind. */
  readonly profile: HubProfile;
  readonly kind: string;
  readonly version: string;
  readonly schema: SchemaNode;
  readonly validate: Validator;
  /** The contracts of all served versions of the kind, this one among them. */
  readonly versions: readonly Contract[];
}

/** The contract an object is judged by; `undefined` when people do not author its kind, or the hub does not serve its group and version. */
export function contractFor({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>, profile: HubProfile): Contract | undefined {
  if (fleetKind(kind)?.group !== groupOf(apiVersion)) return undefined;
  const version = versionOf(apiVersion);
  return contractsOf(kind, profile).find((contract) => contract.version === version);
}

/** All served versions of an authored kind. */
export function contractsOf(kind: string, profile: HubProfile): readonly Contract[] {
  const key = `${profile} ${kind}`;
  const before = contracts.get(key);
  if (before !== undefined) return before;
  const versions: Contract[] = [];
  for (const [version, root] of Object.entries(ROOTS[profile]?.[kind] ?? {}))
    versions.push({ profile, kind, version, schema: storedSchema(root), validate: validatorOf(root), versions });
  contracts.set(key, versions);
  return versions;
}

const contracts = new Map<string, readonly Contract[]>();

function validatorOf(root: number): Validator {
  const validate = validators[root];
  if (validate === undefined) throw new Error(`no validator for the schema ${String(root)}: run scripts/gen-validators.ts`);
  return validate;
}
