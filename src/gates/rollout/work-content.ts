import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { listAt } from '../../fleet/json/json.ts';
import { memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, isKubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { differsFrom } from '../deploy/content/equal.ts';
import type { BindingView } from '../view/binding.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import type { WorkView } from '../view/work.ts';
import type { RolloutContext } from './context.ts';
import { expectedContent, type ExpectedContent } from './expected-content.ts';
import { overrideIn, overridesInForce } from './overrides-in-force.ts';

/**
 * Where the Works of a binding differ from the result of its snapshot and overrides, as one clause. `undefined` if they do not differ, or
 * if overrides or the cluster's labels cannot be read.
 * @param works all Works of the binding that are not being deleted
 */
export function unlikeExpected(
  context: RolloutContext,
  binding: BindingView,
  group: SnapshotGroup,
  works: readonly WorkView[],
): string | undefined {
  const cluster = context.members?.get(binding.cluster)?.object;
  const overrides = overridesInForce(context.hub, binding);
  if (overrides === undefined || (overrides.length > 0 && cluster === undefined)) return undefined;
  const labels = cluster?.metadata.labels ?? {};
  const inputs = [
    ...works.map(({ object }) => object),
    ...group.objects,
    ...overrides,
    binding.cluster,
    JSON.stringify(labels),
    group.parts,
  ];
  const [first] = works;
  const known = first && KNOWN.get(first.object);
  if (known !== undefined && isSameList(known.inputs, inputs)) return known.answer;
  const named = cluster === undefined ? { name: binding.cluster, labels: {} } : memberCluster(cluster);
  const content = expectedContent(
    group.objects,
    overrides.flatMap((object) => overrideIn(object) ?? []),
    named,
  );
  const answer = wrongNumber(content, group, works) ?? unlikeContent(content, group, works);
  if (first !== undefined) KNOWN.set(first.object, { inputs, answer });
  return answer;
}

/** Compares only what the hub stores as written: of the metadata, these are labels, annotations and finalizers. */
export function isSameManifest(one: KubeObject, other: KubeObject): boolean {
  return manifestDifference(one, other) === undefined;
}

/** One manifest of one Work. */
interface Held {
  readonly work: string;
  readonly key: string;
  readonly manifest: KubeObject;
}

/** All manifests that the Works give a member to apply. */
export function manifestsIn(works: readonly WorkView[]): readonly Held[] {
  return works.flatMap((work) =>
    listAt(work.object, 'spec', 'workload', 'manifests')
      .filter(isKubeObject)
      .map((manifest) => ({ work: work.name, key: objectKey(refOf(manifest)), manifest })),
  );
}

/** Keyed by the first Work of a binding. Works are large and rarely change, but every event causes an evaluation. */
const KNOWN = new WeakMap<KubeObject, { readonly inputs: readonly unknown[]; readonly answer: string | undefined }>();

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/**
 * There is one Work for each part of the snapshot, even an empty one, and one for each envelope (syncAllWork). v0.3 lets an override delete
 * an envelope.
 */
function wrongNumber(content: readonly ExpectedContent[], { index, parts }: SnapshotGroup, works: readonly WorkView[]): string | undefined {
  const envelopes = content.filter(({ source }) => isEnvelope(source));
  const most = parts + envelopes.length;
  const least = parts + envelopes.filter(({ alternatives }) => alternatives.every((list) => list.length > 0)).length;
  if (works.length >= least && works.length <= most) return undefined;
  return `${String(works.length)} of the ${String(most)} Works that resource snapshot ${String(index)} asks for are there`;
}

function unlikeContent(content: readonly ExpectedContent[], { index }: SnapshotGroup, works: readonly WorkView[]): string | undefined {
  const held = manifestsIn(works);
  const left = new Map([...Map.groupBy(held, ({ key }) => key)].map(([key, copies]) => [key, new Set(copies)]));
  for (const { alternatives, source } of content) {
    const [first] = alternatives;
    if (first === undefined) {
      // The result of an override that must fail cannot be predicted.
      for (const object of isEnvelope(source) ? enclosedObjects(source) : [source]) left.delete(objectKey(refOf(object)));
      continue;
    }
    const taken = alternatives.map((list) => copiesOf(list, left)).find((copies) => copies !== undefined);
    if (taken === undefined) return differenceText(first, held, index);
    for (const copy of taken) left.get(copy.key)?.delete(copy);
  }
  const [more] = [...left.values()].flatMap((copies) => [...copies]);
  return more && `Work ${more.work} holds ${displayName(refOf(more.manifest))}, which resource snapshot ${String(index)} does not`;
}

/** One copy for each of the objects; `undefined` if an object has none. */
function copiesOf(objects: readonly KubeObject[], left: ReadonlyMap<string, ReadonlySet<Held>>): readonly Held[] | undefined {
  const found: Held[] = [];
  for (const object of objects) {
    const copies = left.get(objectKey(refOf(object))) ?? [];
    const copy = [...copies].find((candidate) => !found.includes(candidate) && isSameManifest(candidate.manifest, object));
    if (copy === undefined) return undefined;
    found.push(copy);
  }
  return found;
}

function differenceText(objects: readonly KubeObject[], held: readonly Held[], index: number): string {
  for (const object of objects) {
    const name = displayName(refOf(object));
    const copies = held.filter(({ key }) => key === objectKey(refOf(object)));
    const [copy] = copies;
    if (copy === undefined) return `no Work holds ${name} of resource snapshot ${String(index)}`;
    const at = copies.map(({ manifest }) => manifestDifference(manifest, object)).find((pointer) => pointer !== undefined);
    if (at !== undefined)
      return `Work ${copy.work} holds ${name} with other content than resource snapshot ${String(index)} with the overrides in effect (at ${at})`;
  }
  return `the Works do not hold resource snapshot ${String(index)}`;
}

function manifestDifference(one: KubeObject, other: KubeObject): string | undefined {
  return differsFrom(asStored(one), asStored(other));
}

function asStored(object: KubeObject): unknown {
  const { labels, annotations, finalizers } = object.metadata;
  return { ...object, metadata: { labels, annotations, finalizers } };
}
