import { BUILT_IN_APIS, servedVersions } from '../../fleet/kubefleet/api-resource.ts';
import { ENVELOPE_KINDS, isEnvelope, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import type { LocatedObject } from './arriving-on.ts';
import type { Named } from './hindrances.ts';

/** The CustomResourceDefinition of a custom kind. */
export interface Definition extends LocatedObject {
  readonly ref: Named;
}

type Typed = Pick<KubeObject, 'apiVersion' | 'kind'>;

export function isCustomKind({ apiVersion, kind }: Typed): boolean {
  return BUILT_IN_APIS.find(groupOf(apiVersion), kind) === undefined;
}

/**
 * The definition of a kind, alone or in an envelope; alone if it is both. `undefined` if there is none, or if the kind is defined more than
 * once, perhaps for each environment.
 */
export function definitionOf(object: Typed, world: World): Definition | undefined {
  const all = definitions(world).get(keyOf(object)) ?? [];
  const alone = all.filter(({ at }) => at === '');
  const [first, ...others] = alone.length > 0 ? alone : all;
  return others.length > 0 ? undefined : first;
}

/** Whether a definition serves the kind in the version of an object. */
export function isServedBy(definition: KubeObject, object: Typed): boolean {
  return kindOf(definition) === keyOf(object) && servedVersions(definition).includes(versionOf(object.apiVersion));
}

const definitions = oncePer((world: World): ReadonlyMap<string, readonly Definition[]> => {
  const all = ['CustomResourceDefinition', ...ENVELOPE_KINDS].flatMap((kind) => world.ofKind(kind).filter(isNamed).flatMap(definitionsIn));
  return Map.groupBy(all, ({ object }) => kindOf(object));
});

function definitionsIn(manifest: Manifest): readonly Definition[] {
  if (manifest.object.kind !== KIND && !isEnvelope(manifest.object)) return [];
  return objectsWithin(manifest.object).flatMap(({ object, at }) => {
    const isKnown =
      object.kind === KIND && groupOf(object.apiVersion) === GROUP && isResolved(manifest, `${at}/spec/group`, `${at}/spec/names`);
    return isKnown ? [{ manifest, object, at, ref: { group: GROUP, kind: KIND, name: object.metadata.name } }] : [];
  });
}

const GROUP = 'apiextensions.k8s.io';
const KIND = 'CustomResourceDefinition';

function kindOf(definition: KubeObject): string {
  return `${stringAt(definition, 'spec', 'group') ?? ''}/${stringAt(definition, 'spec', 'names', 'kind') ?? ''}`;
}

function keyOf({ apiVersion, kind }: Typed): string {
  return `${groupOf(apiVersion)}/${kind}`;
}
