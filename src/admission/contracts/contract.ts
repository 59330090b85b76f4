import { fleetKind, type HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Validator } from '../validator.ts';
import { VALIDATORS } from '../validators.gen.ts';
import type { SchemaNode } from './schema-node.ts';
import { ROOTS, storedSchema } from './table.ts';

/** The schema of one kind in one version on one hub. */
export interface Contract {
  /** The hub whose webhooks judge the kind. */
  readonly profile: HubProfile;
  /** Where the schema comes from; that of a `foreign hub` is none of a profile, so that hub's Go types may be others as well. */
  readonly origin: 'profile' | 'hub' | 'foreign hub';
  readonly kind: string;
  readonly version: string;
  readonly schema: SchemaNode;
  /** @throws {Error} `load` was not awaited: a bug */
  readonly validate: Validator;
  /** An object with more values is not judged by the schema, which a stranger may have written; absent for a schema of a profile. */
  readonly mostValues?: number;
  /** Loads `validate`. */
  load(): Promise<void>;
  /** The contracts of all served versions of the kind, this one among them. */
  readonly versions: readonly Contract[];
}

/** The kinds that people author, as one hub has them. */
export interface Contracts {
  /** Whose schemas they are where they are none of a profile: the hub's own, or those of files. */
  readonly source?: 'hub' | 'files';
  /** All served versions of a kind; none where the hub does not have it. */
  of(kind: string): readonly Contract[];
  /** The contract an object is judged by; `undefined` when people do not author its kind, or the hub does not serve its group and version. */
  find(object: Pick<KubeObject, 'apiVersion' | 'kind'>): Contract | undefined;
  /** Whether a CustomResourceDefinition that was read defines the kind in that group, be it one of KubeFleet's or not. */
  defines(group: string, kind: string): boolean;
}

/** The contracts of a hub that answers `of`. @param defines see `Contracts` */
export function contracts(of: (kind: string) => readonly Contract[], defines: Contracts['defines'] = () => false): Contracts {
  return {
    of,
    defines,
    find({ apiVersion, kind }) {
      if (fleetKind(kind)?.group !== groupOf(apiVersion)) return undefined;
      const version = versionOf(apiVersion);
      return of(kind).find((contract) => contract.version === version);
    },
  };
}

/** The built-in contracts of a hub profile. */
export function profileContracts(profile: HubProfile): Contracts {
  let found = ofProfile.get(profile);
  if (found === undefined) ofProfile.set(profile, (found = contracts((kind) => contractsOf(kind, profile))));
  return found;
}

const ofProfile = new Map<HubProfile, Contracts>();

function contractsOf(kind: string, profile: HubProfile): readonly Contract[] {
  const key = `${profile} ${kind}`;
  const before = ofKind.get(key);
  if (before !== undefined) return before;
  const versions: Contract[] = [];
  for (const [version, root] of Object.entries(ROOTS[profile]?.[kind] ?? {}))
    versions.push({
      profile,
      origin: 'profile',
      kind,
      version,
      schema: storedSchema(root),
      get validate() {
        return validatorOf(root);
      },
      load: () => loadValidator(root),
      versions,
    });
  ofKind.set(key, versions);
  return versions;
}

const ofKind = new Map<string, readonly Contract[]>();

const loaded = new Map<number, Validator>();

/** What most runs never judge is not loaded by them. */
async function loadValidator(root: number): Promise<void> {
  const load = VALIDATORS[root];
  if (load === undefined) throw new Error(`no validator for the schema ${String(root)}: run scripts/gen-validators.ts`);
  loaded.set(root, await load());
}

function validatorOf(root: number): Validator {
  const validate = loaded.get(root);
  if (validate === undefined)
    throw new Error(`bug: the schema ${String(root)} is asked before \`prepareAdmission\` has loaded its validator`);
  return validate;
}
