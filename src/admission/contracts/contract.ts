import { fleetKind, type HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Validator } from '../validator.ts';
import { VALIDATORS } from '../validators.gen.ts';
import type { SchemaNode } from './schema-node.ts';
import { ROOTS, storedSchema } from './table.ts';

/** The schema of one kind in one version on one hub. */
export interface Contract {
  /** The hub whose webhooks validate the kind. */
  readonly profile: HubProfile;
  /** The source of the schema. The schema of a `foreign hub` does not belong to a profile, so the Go types of that hub may differ too. */
  readonly origin: 'profile' | 'hub' | 'foreign hub';
  readonly kind: string;
  readonly version: string;
  readonly schema: SchemaNode;
  /** @throws {Error} `load` was not awaited, which is a bug */
  readonly validate: Validator;
  /** An object with more values is not validated, because the schema may come from a stranger; absent for a schema of a profile. */
  readonly mostValues?: number;
  /** Loads `validate`. */
  load(): Promise<void>;
  /** The contracts of all served versions of the kind, including this one. */
  readonly versions: readonly Contract[];
}

/** The kinds that people author, on one hub. */
export interface Contracts {
  /** The source of the schemas, if they do not belong to a profile: the hub itself, or files. */
  readonly source?: 'hub' | 'files';
  /** All served versions of a kind; none if the hub does not have it. */
  of(kind: string): readonly Contract[];
  /**
   * The contract that validates an object; `undefined` if people do not author its kind, or the hub does not serve its group and version.
   */
  find(object: Pick<KubeObject, 'apiVersion' | 'kind'>): Contract | undefined;
  /**
   * The contract for an object of another kind by its CustomResourceDefinition, which may be that of the manifests. `undefined` if the
   * definition does not serve its version, or no API server accepts the definition.
   */
  readonly foreign?: (object: Pick<KubeObject, 'apiVersion' | 'kind'>, definition: KubeObject) => Contract | undefined;
  /** The CustomResourceDefinition that was read for the kind in that group, also outside KubeFleet's groups. */
  readonly definition: (group: string, kind: string) => KubeObject | undefined;
}

/** The contracts of a hub, by its answers to `of`. @param definition see `Contracts` */
export function contracts(of: (kind: string) => readonly Contract[], definition: Contracts['definition'] = () => undefined): Contracts {
  return {
    of,
    definition,
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

/** Loaded late, because most runs do not need it. */
async function loadValidator(root: number): Promise<void> {
  const load = VALIDATORS[root];
  if (load === undefined) throw new Error(`no validator for the schema ${String(root)}: run scripts/gen/validators.ts`);
  loaded.set(root, await load());
}

function validatorOf(root: number): Validator {
  const validate = loaded.get(root);
  if (validate === undefined)
    throw new Error(`bug: the schema ${String(root)} is asked before \`prepareAdmission\` has loaded its validator`);
  return validate;
}
