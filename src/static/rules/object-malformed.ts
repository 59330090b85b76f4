/**
 * An API server decodes Kubernetes' own kinds into their types before it stores them. It refuses values of another type, missing required
 * fields, and invalid combinations. The hub's API server reads the objects that are applied to the hub. The content of an envelope and the
 * result of a patch go into the Work without a check (`data` of the CRDs has `x-kubernetes-preserve-unknown-fields`,
 * `pkg/controllers/workgenerator/override.go`), and the API server of the member is the first to decode them
 * (`pkg/controllers/workapplier/apply.go`). Source: the OpenAPI document and the validation of Kubernetes 1.34, and `k8s.io/api` up to
 * 1.37; a real API server refused everything that is reported (`scripts/kubernetes.ts`, `test/hub/kubernetes.test.ts`).
 */
import { isUnder } from '../../fleet/json/json-pointer.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Contract } from '../../admission/contracts/contract.ts';
import { valueAt } from '../../admission/denial.ts';
import { admitForeign } from '../../admission/judge.ts';
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { displayName, groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { isOverride } from '../../selection/override.ts';
import type { Effect } from '../../finding.ts';
import { manifestRef } from '../world/identity.ts';
import { definitionOf as definedFor } from '../presence/definitions.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { isTextToKustomize } from '../world/kustomize-words.ts';
import type { Manifest } from '../world/manifest.ts';
import { causeOf, malformedFaults, malformedIn, withoutConsequences, withoutGaps, type MalformedFault } from '../answers/malformed.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import { valueFaults } from '../delivery/value-faults.ts';
import { writtenFaults } from '../delivery/written-faults.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { bracedNameOf } from '../read/placeholders/placeholder.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import type { World } from '../world/world.ts';

type Refused = Pick<MalformedFault, 'object' | 'says' | 'remedy' | 'isCertain' | 'isDropped'> &
  ({ readonly by: 'hub'; readonly placement: string } | { readonly by: 'members'; readonly isPatched: boolean; readonly isSome: boolean });

interface Found {
  readonly at: string;
  readonly part?: 'key' | 'value';
  readonly data: Refused;
  readonly effect?: Effect;
  readonly clusters?: readonly string[];
  readonly related?: readonly RelatedPointer[];
  readonly about?: Manifest;
  readonly notEvaluated?: string;
  readonly givesWayTo?: Readonly<Record<string, string>>;
  readonly alias?: string;
}

export const objectMalformed = defineRule<Refused>({
  id: 'object-malformed',
  aliases: {
    'envelope-object-malformed': 'Every member refuses an object in the envelope',
    'override-result-malformed': 'The patched object is invalid, and every member refuses it',
  },
  summary: 'The hub, or each member, refuses an object that a placement selects',
  effect: 'rejected',
  otherwise: {
    fails: 'the hub does not validate it: the object is in an envelope, or a patch causes the error, and each member refuses it',
    misbehaves:
      'with other rules or clusters the result would be valid, clusters drop an unknown field, a newer Kubernetes may have it, or the placement only reports differences',
    advice: 'a newer Kubernetes may accept the value, or another tool may fill it in',
  },
  kinds: '*',
  why: 'The objects of a placement are created on the hub first. An API server refuses an object of a Kubernetes kind if a value has the wrong type or is not allowed, or if a required field is missing. Examples are `replicas: "three"`, a number in the data of a ConfigMap, and plain text instead of base64. It also refuses fields that contradict one another: a selector that does not match the labels of its template, a mount without its volume, two ports of the same name, invalid characters in a label or name. The deploy stops there, and the placement continues without the object, or with its old version. The hub does not validate the content of envelopes or the result of patches. The API servers of the members do, and `Applied` is False on clusters that refuse the object. All patches for a cluster are applied to the object with the defaults of the hub before the result is checked: `Recreate` then conflicts with the `rollingUpdate` that the hub has filled in. The finding is at the last patch that causes the error. A variable in quotes is a string, whatever the value of the label. If another tool may replace a placeholder (`$NAME`, `${NAME}`, `%NAME%`), a fault of that value is listed as not evaluated; a `$` alone is text. Only a part of the validation of an API server is checked: for Kubernetes kinds that a placement of the manifests selects, and the versions supported today. Not checked are resource claims, claim templates in volumes, the content of `windowsOptions`, rarely used types of volumes, and expressions in CEL. What depends on the settings of a cluster is not checked either: ranges of node ports, privileged containers, quotas, admission plugins and webhooks. A value that an override writes is checked even if no placement of the manifests sends the object. A custom resource is checked for types, required fields, texts with an `enum` and fields that its schema does not have, if its CustomResourceDefinition is among the manifests. It is checked for the complete schema with its CEL rules if definitions are given (`{--crds}`, `{--hub-schema}`); a definition among the manifests then counts instead of the given one. API servers before Kubernetes 1.34 accept a StatefulSet with an invalid Pod template, and refuse its Pods. kubectl and server-side apply refuse a field that the kind does not have at its place, and other clients drop it. All fields of Kubernetes 1.29 to 1.37 are known. A field that none of these releases has is an error if it is misspelt, in `metadata`, or has its place elsewhere in the kind. Otherwise it is a warning, because a newer Kubernetes may have it. Unknown fields in `status`, and in fields that are newer than Kubernetes 1.34, are not reported.',
  remedy: 'Write the field as the API reference of the kind describes it.',
  docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
  message: (data) => {
    const { object, says, isCertain, isDropped } = data;
    if (data.by === 'hub') return `The hub ${isCertain ? 'refuses' : 'may refuse'} ${object}, which ${data.placement} selects: ${says}.`;
    if (isDropped === true) return `Clusters apply ${object} without this field: ${says}.`;
    const how = `${data.isPatched ? ' with this patch' : ''}${data.isSome ? ' ({clusters})' : ''}`;
    return `${isCertain ? 'API servers refuse' : 'API servers may refuse'} ${object}${how}: ${says}.`;
  },
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    if (isOverride(manifest.object)) yield* ofPatches(manifest, world);
    else if (isEnvelope(manifest.object)) yield* ofEnvelope(manifest, world);
    else yield* ofHub(manifest, world);
  },
});

/** A patch that corrects the object does not help, because the hub does not accept the object. */
function* ofHub(manifest: Manifest, world: World): Iterable<Found> {
  const ref = manifestRef(manifest);
  if (!isNamed(manifest) || isRefusedWorkload(ref)) return;
  // Most objects of a tree have no placement, and need not be checked.
  const [placement] = placementsSending(manifest, world);
  if (placement === undefined) return;
  const { live } = world.before(manifest) ?? {};
  // The hub accepted its own version once, and newer releases do not validate unchanged fields.
  const had = live === undefined ? [] : malformedIn(live, ...definedBy(live, world)).filter(({ at }) => !isHiddenValue(live, at));
  const found = withoutGaps(malformedIn(manifest.object, ...definedBy(manifest.object, world)), manifest.object).filter(
    ({ at, says }) => !had.some((old) => old.at === at && old.says === says),
  );
  const [, contract] = definedBy(manifest.object, world);
  for (const { pointer, reason } of contract === undefined ? [] : admitForeign(manifest.object, contract).unjudged) {
    const data = { by: 'hub', object: displayName(ref), placement: nameOf(placement), says: reason, remedy: '', isCertain: false } as const;
    yield { at: pointer, data, notEvaluated: reason };
  }
  if (found.length === 0) return;
  const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: `${nameOf(placement)} selects it` }];
  const known = found.filter(
    ({ at, isWhole, rests }) =>
      isResolved(manifest, at, ...rests) && !(isWhole && isPartial(manifest, world)) && !isTextToKustomize(manifest, at),
  );
  for (const fault of withoutConsequences(known)) {
    const { at, part, says, remedy, isCertain } = fault;
    const isSure = isCertain && !isNameInBraces(manifest, at);
    const refuses = isSure && fault.mayBeNewer !== true;
    const data = { by: 'hub', object: displayName(ref), placement: nameOf(placement), says, remedy, isCertain: refuses } as const;
    const edited = valueAt(manifest.object, at) === undefined ? {} : { givesWayTo: { 'immutable-field': at } };
    yield { at, part, data, related, ...edited, ...ifOpen(fault), ...lesser(fault, isSure) };
  }
}

/** The values of the hub's Secrets are not read, so that a fault there is one of the stars in their place. */
function isHiddenValue({ kind }: KubeObject, at: string): boolean {
  return kind === 'Secret' && isUnder(at, '/data');
}

function lesser({ mayBeNewer }: Pick<MalformedFault, 'mayBeNewer'>, isSure: boolean): Pick<Found, 'effect'> {
  if (!isSure) return { effect: 'advice' };
  return mayBeNewer === true ? { effect: 'misbehaves' } : {};
}

function* ofEnvelope(manifest: Manifest, world: World): Iterable<Found> {
  for (const { fault, clusters, isCertain } of writtenFaults(manifest, (object) => faultsOfKnownKind(object, world), world)) {
    const { at, part } = fault;
    const some = clusters.length === 0 ? {} : { clusters };
    const data = { by: 'members', isPatched: false, isSome: clusters.length > 0, ...fault } as const;
    const effect = fault.isCertain ? (fault.isDropped === true || !isCertain ? 'misbehaves' : 'fails') : 'advice';
    yield { at, part, data, effect, ...some, ...ifOpen(fault), alias: 'envelope-object-malformed' };
  }
}

function ifOpen({ open, says }: Pick<MalformedFault, 'open' | 'says'>): Pick<Found, 'notEvaluated'> {
  if (open !== 'placeholder') return {};
  return { notEvaluated: `another tool may replace a placeholder here, so this was not checked: ${says}.` };
}

/** An object whose kind is a variable may be of any kind. */
function faultsOfKnownKind(object: KubeObject, world: World): readonly MalformedFault[] {
  return withoutConsequences(malformedFaults(object, ...definedBy(object, world))).map((fault) => ({
    ...fault,
    // An override that adds a missing field leaves the unknown one, which is then only dropped.
    key: fault.isDropped === true ? `${fault.key} dropped` : fault.key,
    rests: [...fault.rests, '/apiVersion', '/kind'],
  }));
}

function* ofPatches(manifest: Manifest, world: World): Iterable<Found> {
  const reported = new Set<string>();
  const made = patchFaults(manifest, patchedFaults(world), world).flatMap((each) => {
    const { item } = each.delivery;
    // A patch may remove the name.
    const object = displayName(manifestRef(item));
    return withoutGaps([each.fault], item.object).map((fault) => ({ ...each, fault: { ...fault, object }, about: { about: item } }));
  });
  const values = valueFaults(manifest, (object) => refusedValues(object, world), world).map((each) => ({ ...each, about: {} }));
  // A patch that is wrong for certain is reported as that, and one that members refuse is worse than one of which they drop a field.
  const rank = ({ fault }: { readonly fault: MalformedFault }): number =>
    (fault.open === undefined ? 0 : 2) + (fault.isDropped === true ? 1 : 0);
  const all = [...made, ...values].toSorted((a, b) => rank(a) - rank(b));
  for (const { fault, patch, clusters, isCertain, about } of all) {
    if (reported.has(patch) || fault.open === 'variable') continue;
    reported.add(patch);
    const { says, remedy } =
      causeOf(
        fault,
        all.filter((other) => other.patch === patch).map((other) => other.fault),
      ) ?? fault;
    const data = { by: 'members', isPatched: true, isSome: clusters.length > 0, ...fault, says, remedy } as const;
    const effect = fault.isCertain ? (isCertain && fault.isDropped !== true ? 'fails' : 'misbehaves') : 'advice';
    const some = clusters.length === 0 ? {} : { clusters };
    yield { at: patch, data, effect, ...some, ...about, ...ifOpen(fault), alias: 'override-result-malformed' };
  }
}

const patchedFaults = oncePer((world: World) => (object: KubeObject): readonly MalformedFault[] => {
  const definition = definedBy(object, world);
  const found = malformedFaults(object, ...definition);
  // Of custom resources, only values that members refuse are reported: they drop an unknown field.
  return definition.length === 0 ? found : found.filter(({ isDropped }) => isDropped !== true);
});

/** The definition of a custom kind, and its contract if the definition is a given one. KubeFleet's own kinds are checked by `schema`. */
function definedBy(object: KubeObject, world: World): readonly [definition?: KubeObject, contract?: Contract] {
  const { apiVersion, kind } = object;
  const group = groupOf(apiVersion);
  if (isFleetGroup(group)) return [];
  const definition = manifestContent(world).definition(group, kind) ?? definedFor(object, world)?.object;
  if (definition === undefined) return [];
  const contract = world.contracts?.foreign?.(object, definition);
  return contract === undefined ? [definition] : [definition, contract];
}

/**
 * Faults that are refused independently of the rest of the object. An object without a name represents every object of its namespace, of
 * any kind.
 */
function refusedValues(object: KubeObject, world: World): readonly MalformedFault[] {
  return object.metadata.name === '' ? [] : patchedFaults(world)(object).filter(({ isWhole }) => !isWhole);
}

/** `{name}` without quotes, which other tools fill in; YAML parses it as a mapping. */
function isNameInBraces(manifest: Manifest, at: string): boolean {
  const name = bracedNameOf(valueAt(manifest.object, at));
  if (name === undefined) return false;
  const { line, column, endLine, endColumn } = manifest.locate(at);
  return line === endLine && endColumn - column === name.length;
}

/** Whether the object is also declared elsewhere, like a patch for it, or another tool adds labels, from which selectors are made. */
function isPartial(manifest: Manifest, world: World): boolean {
  if (!isResolved(manifest, '/metadata/labels')) return true;
  const { apiVersion, ...ref } = manifestRef(manifest);
  return world.find({ group: groupOf(apiVersion), ...ref }).length > 1;
}
