import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { listAt } from '../../fleet/json/json.ts';
import { memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, isKubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { copyDiffers } from '../deploy/content/copied.ts';
import { withoutEmpty } from '../deploy/content/comparable.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';
import type { Override } from '../../selection/override.ts';
import type { BindingView } from '../view/binding.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import type { WorkView } from '../view/work.ts';
import type { RolloutContext } from './context.ts';
import { expectedContent, type ExpectedContent, type PossibleForms } from './expected-content.ts';
import { keptForFormerLabels } from './matched-later.ts';
import { namedOverrides, overridesInForce } from './overrides-in-force.ts';

/** `unknown`: the expected content is not known, as the text says. */
export interface ContentFault {
  readonly kind: 'differs' | 'unknown';
  readonly text: string;
}

/**
 * Where the Works of a binding differ from the result of its snapshot and overrides, as one clause. `undefined` if they do not differ.
 * @param works all Works of the binding that are not being deleted
 */
export function unlikeExpected(
  context: RolloutContext,
  binding: BindingView,
  group: SnapshotGroup,
  works: readonly WorkView[],
): ContentFault | undefined {
  const cluster = context.members?.get(binding.cluster)?.object;
  const overrides = overridesInForce(context.hub, binding);
  if (overrides === undefined) return unknown('its override snapshots cannot be read');
  if (overrides.length > 0 && cluster === undefined) return unknown('its MemberCluster cannot be read');
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
  const inForce = namedOverrides(context.hub, binding) ?? new Map<Override, ObjectRef>();
  const content = expectedContent(group.objects, [...inForce.keys()], named);
  const answer = wrongNumber(content, group, works) ?? unlikeContent(content, group, { works, inForce });
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
const KNOWN = new WeakMap<KubeObject, { readonly inputs: readonly unknown[]; readonly answer: ContentFault | undefined }>();

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function unknown(why: string): ContentFault {
  return { kind: 'unknown', text: `its content is not verified: ${why}` };
}

function differs(text: string): ContentFault {
  return { kind: 'differs', text };
}

/**
 * There is one Work for each part of the snapshot, even an empty one, and one for each envelope (syncAllWork). v0.3 lets an override delete
 * an envelope.
 */
function wrongNumber(
  content: readonly ExpectedContent[],
  { index, parts }: SnapshotGroup,
  works: readonly WorkView[],
): ContentFault | undefined {
  const envelopes = content.filter(({ source }) => isEnvelope(source));
  const most = parts + envelopes.length;
  const least = parts + envelopes.filter(({ canBeLeftOut, isWhole }) => isWhole && !canBeLeftOut).length;
  if (works.length >= least && works.length <= most) return undefined;
  return differs(`${String(works.length)} of the ${String(most)} Works that resource snapshot ${String(index)} asks for are there`);
}

function unlikeContent(
  content: readonly ExpectedContent[],
  { index }: SnapshotGroup,
  { works, inForce }: { readonly works: readonly WorkView[]; readonly inForce: ReadonlyMap<Override, ObjectRef> },
): ContentFault | undefined {
  const held = manifestsIn(works);
  const left = new Map([...Map.groupBy(held, ({ key }) => key)].map(([key, copies]) => [key, new Set(copies)]));
  const unpredicted: string[] = [];
  const former: ObjectRef[] = [];
  for (const { alternatives, isWhole, source } of content) {
    const matched = alternatives.flatMap((list) => matchedCopies(list, left) ?? []);
    const [best] = matched.toSorted(
      (one, other) => one.unpredicted.length - other.unpredicted.length || one.former.length - other.former.length,
    );
    if (best === undefined && isWhole) return differs(differenceText(alternatives[0] ?? [], held, index));
    for (const copy of best?.copies ?? []) left.get(copy.key)?.delete(copy);
    unpredicted.push(...(best?.unpredicted ?? [source]).map((object) => displayName(refOf(object))));
    former.push(...(best?.former ?? []).map(refOf));
  }
  // An override may also change a name, so any further object may be the result.
  if (unpredicted.length > 0) return unknown(`the result of the overrides on ${unpredicted.join(', ')} cannot be predicted`);
  const [more] = [...left.values()].flatMap((copies) => [...copies]);
  if (more !== undefined)
    return differs(`Work ${more.work} holds ${displayName(refOf(more.manifest))}, which resource snapshot ${String(index)} does not`);
  if (former.length === 0) return undefined;
  const touching = former.flatMap((ref) => overridesOn([...inForce.keys()], ref, BUILT_IN_APIS).flatMap((each) => inForce.get(each) ?? []));
  // What v0.3 made of the content of an envelope, it made of the envelope.
  const by = touching.length > 0 ? new Set(touching) : inForce.values();
  return { kind: 'unknown', text: keptForFormerLabels([...by], former.map(displayName)) };
}

interface Matched {
  readonly copies: readonly Held[];
  /** Objects without a copy, which may have a form that is not listed. */
  readonly unpredicted: readonly KubeObject[];
  /** Objects that the overrides make otherwise for the labels that the cluster has now. */
  readonly former: readonly KubeObject[];
}

/** One copy for each of the objects; `undefined` if an object must have one and does not. */
function matchedCopies(list: readonly PossibleForms[], left: ReadonlyMap<string, ReadonlySet<Held>>): Matched | undefined {
  const copies: Held[] = [];
  const unpredicted: KubeObject[] = [];
  const former: KubeObject[] = [];
  for (const { forms, now, isLeftOutNow, canBeLeftOut, isWhole, object } of list) {
    const candidates = forms.flatMap((form) =>
      [...(left.get(objectKey(refOf(form))) ?? [])].filter((copy) => isSameManifest(copy.manifest, form)),
    );
    const copy = candidates.find((candidate) => !copies.includes(candidate));
    const isAsNow = copy === undefined ? isLeftOutNow : now !== undefined && isSameManifest(copy.manifest, now);
    if (copy !== undefined) copies.push(copy);
    else if (!isWhole || (forms.length === 0 && !canBeLeftOut)) unpredicted.push(object);
    else if (!canBeLeftOut) return undefined;
    if (!isAsNow && !unpredicted.includes(object)) former.push(object);
  }
  return { copies, unpredicted, former };
}

function differenceText(list: readonly PossibleForms[], held: readonly Held[], index: number): string {
  for (const { forms, canBeLeftOut, isWhole } of list) {
    const [form] = forms;
    if (form === undefined || canBeLeftOut || !isWhole) continue;
    const name = displayName(refOf(form));
    const copies = held.filter(({ key }) => key === objectKey(refOf(form)));
    const [copy] = copies;
    if (copy === undefined) return `no Work holds ${name} of resource snapshot ${String(index)}`;
    const at = copies.map(({ manifest }) => manifestDifference(manifest, form)).find((pointer) => pointer !== undefined);
    if (at !== undefined)
      return `Work ${copy.work} holds ${name} with other content than resource snapshot ${String(index)} with the overrides in effect (at ${at})`;
  }
  return `the Works do not hold resource snapshot ${String(index)}`;
}

function manifestDifference(one: KubeObject, other: KubeObject): string | undefined {
  return copyDiffers(asStored(one), asStored(other));
}

function asStored(object: KubeObject): unknown {
  const { labels, annotations, finalizers } = object.metadata;
  // An envelope may hold empty ones, which a Work does not.
  return { ...object, metadata: withoutEmpty({ labels, annotations, finalizers }) };
}
