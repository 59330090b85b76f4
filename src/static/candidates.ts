import { groupByAll } from '../fleet/group-by-all.ts';
import { matchesLabels, type LabelSelector } from '../fleet/label-selector.ts';
import { groupOf } from '../fleet/object.ts';
import { oncePer } from '../fleet/once-per.ts';
import { hubLabelsOf } from '../schedule/selection/hub-content.ts';
import type { Selector } from './selectors.ts';
import type { Manifest } from './manifest.ts';
import { nameOf } from './placements.ts';
import type { World } from './world.ts';

/** The manifests of the kind a selector is for, in their order; `namespace` narrows namespaced kinds to those that are, or may be, in it. */
export function candidatesOf({ group, kind }: Selector, namespace: string | undefined, world: World): readonly Manifest[] {
  return within(namespace, byKind(world).get(`${group}/${kind}`) ?? []);
}

/** The candidates that the selector matches, going by their names and labels as they are written. */
export function matchedBy({ name, labels, ...selector }: Selector, namespace: string | undefined, world: World): readonly Manifest[] {
  const ofKind = byKind(world).get(`${selector.group}/${selector.kind}`) ?? [];
  if (name !== '') return within(namespace, byName(ofKind).get(name) ?? []);
  if (labels === undefined) return within(namespace, ofKind);
  return within(namespace, withLabel(labels, ofKind)).filter(({ object }) => matchesLabels(labels, hubLabelsOf(object)));
}

/** All that a selector by labels could match: those with a label of which it wants one value, where it wants any. */
function withLabel({ requirements }: LabelSelector, manifests: readonly Manifest[]): readonly Manifest[] {
  const exact = requirements.find(({ operator, values }) => operator === 'In' && values.length === 1);
  return exact === undefined ? manifests : (byLabel(manifests).get(`${exact.key}=${exact.values[0] ?? ''}`) ?? []);
}

function within(namespace: string | undefined, manifests: readonly Manifest[]): readonly Manifest[] {
  if (namespace === undefined) return manifests;
  const places = byNamespace(manifests);
  if (!places.has(undefined)) return places.get(namespace) ?? [];
  return manifests.filter((manifest) => manifest.namespace === undefined || manifest.namespace === namespace);
}

const byKind = oncePer((world: World) => Map.groupBy(world.manifests, ({ object }) => `${groupOf(object.apiVersion)}/${object.kind}`));
const byName = oncePer((manifests: readonly Manifest[]) => Map.groupBy(manifests, nameOf));
const byNamespace = oncePer((manifests: readonly Manifest[]) => Map.groupBy(manifests, ({ namespace }) => namespace));
const byLabel = oncePer((manifests: readonly Manifest[]) =>
  groupByAll(manifests, ({ object }) => Object.entries(hubLabelsOf(object)).map(([key, value]) => `${key}=${value}`)),
);
