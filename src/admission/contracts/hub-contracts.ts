import { isDeepStrictEqual } from 'node:util';

import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { fleetKind, HUB_PROFILES, type HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { type KubeObject, versionOf } from '../../fleet/kubernetes/object.ts';
import { contracts, profileContracts, type Contract, type Contracts } from './contract.ts';
import { whyNotRead } from './crd-keywords.ts';
import { schemaOfCrd } from './crd-schema.ts';
import { crdValidator, mostValuesFor } from './crd-validator.ts';
import { schemaFault } from './schema-fault.ts';
import type { SchemaNode } from './schema-node.ts';

/**
 * The contracts that a hub shows in its CustomResourceDefinitions. The checks of its webhooks are not in a CRD, and are taken from the
 * profile. A kind is read when it is first needed. `loadGoPatterns` and `loadCel` must have been awaited.
 */
export function hubContracts(crds: readonly KubeObject[], profile: HubProfile): Contracts {
  return {
    ...readLate((kind) => contractsIn(crdOf(kind, crds), kind, profile), crds),
    foreign: foreignIn(profile),
    source: 'hub',
  };
}

/** The same for CustomResourceDefinitions that may be only some of a hub's: a kind that none of them defines is taken from the profile. */
export function fileContracts(crds: readonly KubeObject[], profile: HubProfile): Contracts {
  const ofKind = (kind: string): readonly Contract[] => {
    const crd = crdOf(kind, crds);
    return crd === undefined ? profileContracts(profile).of(kind) : contractsIn(crd, kind, profile);
  };
  return { ...readLate(ofKind, crds), foreign: foreignIn(profile), source: 'files' };
}

function readLate(read: (kind: string) => readonly Contract[], crds: readonly KubeObject[]): Contracts {
  const known = new Map<string, readonly Contract[]>();
  return contracts((kind) => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const found = read(kind);
    known.set(kind, found);
    return found;
  }, definedIn(crds));
}

function foreignIn(profile: HubProfile): NonNullable<Contracts['foreign']> {
  const known = new Map<KubeObject, readonly Contract[]>();
  return ({ apiVersion, kind }, definition) => {
    const versions = known.get(definition) ?? (isAccepted(definition) ? contractsIn(definition, kind, profile) : []);
    known.set(definition, versions);
    return versions.find(({ version }) => version === versionOf(apiVersion));
  };
}

function isAccepted(definition: KubeObject): boolean {
  return listAt(definition, 'spec', 'versions').every(
    (version) => schemaFault(objectAt(version, 'schema', 'openAPIV3Schema')) === undefined,
  );
}

function definedIn(crds: readonly KubeObject[]): Contracts['definition'] {
  return (group, kind) => crds.find((crd) => stringAt(crd, 'spec', 'group') === group && stringAt(crd, 'spec', 'names', 'kind') === kind);
}

function crdOf(kind: string, crds: readonly KubeObject[]): KubeObject | undefined {
  const known = fleetKind(kind);
  const group = known?.authored === true ? known.group : undefined;
  return crds.find((crd) => stringAt(crd, 'spec', 'group') === group && stringAt(crd, 'spec', 'names', 'kind') === kind);
}

/** Everything is already loaded. */
const load = (): Promise<void> => Promise.resolve();

function contractsIn(crd: KubeObject | undefined, kind: string, profile: HubProfile): readonly Contract[] {
  const versions: Contract[] = [];
  for (const served of listAt(crd, 'spec', 'versions')) {
    if (field(served, 'served') !== true) continue;
    const version = stringAt(served, 'name') ?? '';
    const written = objectAt(served, 'schema', 'openAPIV3Schema') ?? {};
    const why = whyNotRead(written);
    if (why !== undefined) {
      const schema: SchemaNode = { preserve: true, unjudged: [`more than is read (it ${why})`] };
      versions.push({ profile, origin: 'foreign hub', kind, version, schema, validate: () => true, load, versions });
      continue;
    }
    const schema = schemaOfCrd(written);
    const origin = isOfProfile(schema, kind, version) ? 'hub' : 'foreign hub';
    const judging = { validate: crdValidator(written), mostValues: mostValuesFor(written) };
    versions.push({ profile, origin, kind, version, schema, ...judging, load, versions });
  }
  return versions;
}

function isOfProfile(schema: SchemaNode, kind: string, version: string): boolean {
  return HUB_PROFILES.some((profile) =>
    profileContracts(profile)
      .of(kind)
      .some((contract) => contract.version === version && isDeepStrictEqual(contract.schema, schema)),
  );
}
