import { isDeepStrictEqual } from 'node:util';
import { judgePolicy, type PolicyDenial, type PolicyVerdict } from '../../admission/policies/judge-policy.ts';
import type { PolicySurroundings } from '../../admission/policies/policy-request.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { labelsOf } from '../../fleet/kubernetes/label-selector.ts';
import { groupOf, type KubeObject, isOfKind, inNamespace } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { knownApis } from '../world/known-apis.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { policyRequests } from './policy-requests.ts';
import type { World } from '../world/world.ts';

/** The answer of one policy of the hub to a manifest, through one binding. */
export interface PolicyAnswer {
  readonly policy: string;
  readonly binding: string;
  /** `Deny` refuses the object; `Warn` and `Audit` accept it and report. */
  readonly actions: readonly string[];
  /**
   * When the answer applies: `certain`: the policy is in force; `once applied`: only after the manifests are applied; `if new`: only if the
   * hub does not have the object yet.
   */
  readonly certainty: 'certain' | 'once applied' | 'if new';
  readonly verdict: Exclude<PolicyVerdict, { readonly kind: 'passes' }>;
}

/**
 * The answers of the ValidatingAdmissionPolicies of the hub, of files and of the manifests to a manifest. Empty if all of them accept it,
 * and if schema or CEL rules already refuse it.
 */
export const policyAnswers = oncePerWorld((manifest: Manifest, world: World): readonly PolicyAnswer[] => {
  const answers = answersOf(world, manifest, world);
  const atBase = withPoliciesBefore(world);
  if (atBase === undefined) return answers;
  const before = answersOf(atBase, manifest, world);
  const isSaid = (answer: PolicyAnswer, others: readonly PolicyAnswer[]): boolean =>
    others.some((each) => isDeepStrictEqual({ ...each, certainty: answer.certainty }, answer));
  const sooner = before.filter((answer) => answer.certainty !== 'once applied');
  const now = answers.filter((answer) => answer.certainty !== 'once applied' || !isSaid(answer, sooner));
  return [...now, ...before.filter((answer) => !isSaid(answer, now))];
});

/** Whether a policy may have an answer to any manifest. */
export function hasPolicies(world: World): boolean {
  const atBase = withPoliciesBefore(world);
  return hasPairs(world) || (atBase !== undefined && hasPairs(atBase));
}

function hasPairs(world: World): boolean {
  const { inForce, coming } = pairsOf(world);
  return inForce.length > 0 || coming.length > 0;
}

/** The world whose policies are in force before the change; `undefined` if nothing is known of them that the world does not have. */
const withPoliciesBefore = oncePer((world: World): World | undefined => {
  const { policies, hub, policiesBefore = policies } = world;
  const base = world.base();
  if (base !== undefined && !showsPolicies(hub)) return { ...base, policies: policiesBefore, hub };
  return policiesBefore === policies ? undefined : { ...world, policies: policiesBefore };
});

/** Whether the hub was read and shows what is in force. */
function showsPolicies(hub: World['hub']): boolean {
  return [ADMISSION_POLICY, ADMISSION_POLICY_BINDING].every((type) => hub?.visibility(type).kind === 'seen');
}

/** @param ruling the world that has the policies */
function answersOf(ruling: World, manifest: Manifest, world: World): readonly PolicyAnswer[] {
  const { inForce, ...ofTree } = pairsOf(ruling);
  const coming = ofTree.coming.filter(({ folders }) => folders.every((folder) => isBeside(folder, folderOf(manifest))));
  if (inForce.length === 0 && coming.length === 0) return [];
  const requests = policyRequests(manifest, world);
  if (requests === undefined) return [];
  const answers: PolicyAnswer[] = [];
  const report = (pair: Pair, around: PolicySurroundings, certainty: PolicyAnswer['certainty']): void => {
    const verdicts = requests.all.map((request) => judgePolicy(pair.policy, pair.binding, request, around));
    const { verdict, isIfNew } = agreed(verdicts, requests.isNew);
    const isUnclear = verdict.kind === 'open' && (verdict.isLimit ?? verdict.isFault) !== true;
    if (verdict.kind === 'passes' || (certainty === 'once applied' && isUnclear)) return;
    const actions = listAt(pair.binding, 'spec', 'validationActions').map(String);
    const names = { policy: pair.policy.metadata.name, binding: pair.binding.metadata.name };
    answers.push({ ...names, actions, certainty: certainty === 'certain' && isIfNew ? 'if new' : certainty, verdict });
  };
  for (const pair of inForce) report(pair, surroundingsOf(ruling), 'certain');
  const added = coming.filter((pair) => !inForce.some((each) => isSame(each, pair)));
  for (const pair of added)
    report(pair, surroundingsOnceApplied(ruling), ruling.isBase && !showsPolicies(ruling.hub) ? 'certain' : 'once applied');
  return answers;
}

/** All messages of a denial, in one text. */
export function denialText(denials: readonly PolicyDenial[]): string {
  return denials[0]?.message ?? '';
}

interface Pair {
  readonly policy: KubeObject;
  readonly binding: KubeObject;
}

interface Pairs {
  readonly inForce: readonly Pair[];
  /** With the folders of the parts that are in the manifests. */
  readonly coming: readonly (Pair & { readonly folders: readonly string[] })[];
}

/** Folders beside each other may be for different hubs (`env/dev`, `env/prod`). */
function isBeside(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

interface Judged {
  readonly verdict: PolicyVerdict;
  readonly isIfNew: boolean;
}

/**
 * Combines the verdicts of the requests that an apply may cause. If they differ, a refusal applies to an object that the hub does not have
 * yet.
 */
function agreed(verdicts: readonly PolicyVerdict[], isNew: boolean): Judged {
  const [first = { kind: 'passes' } as const] = verdicts;
  const kinds = new Set(verdicts.map(({ kind }) => kind));
  if (kinds.size <= 1) return { verdict: first, isIfNew: false };
  if (isNew && first.kind === 'refuses') return { verdict: first, isIfNew: true };
  const open = verdicts.find((verdict) => verdict.kind === 'open');
  return { verdict: open ?? { kind: 'open', why: 'what the hub has of the object is not known' }, isIfNew: false };
}

function isSame(a: Pair, b: Pair): boolean {
  return a.policy.metadata.name === b.policy.metadata.name && a.binding.metadata.name === b.binding.metadata.name;
}

/** Policies with their bindings: those of the hub and of files, and pairs with at least one part in the manifests. */
const pairsOf = oncePer((world: World): Pairs => {
  const given = [...world.policies, ...(world.hub?.objects ?? [])];
  const folders = new Map<KubeObject, string>();
  const ofTree = (type: Type): readonly KubeObject[] =>
    world.ofKind(type.kind).flatMap((manifest) => {
      const { object, unresolved } = manifest;
      if (!isOfKind(object, type) || unresolved.length > 0) return [];
      folders.set(object, folderOf(manifest));
      return [object];
    });
  const policies = given.filter((object) => isOfKind(object, ADMISSION_POLICY));
  const bindings = given.filter((object) => isOfKind(object, ADMISSION_POLICY_BINDING));
  const [newPolicies, newBindings] = [ofTree(ADMISSION_POLICY), ofTree(ADMISSION_POLICY_BINDING)];
  const merged = (own: readonly KubeObject[], others: readonly KubeObject[]): readonly KubeObject[] => [
    ...own,
    ...others.filter(({ metadata }) => !own.some((each) => each.metadata.name === metadata.name)),
  ];
  const all = paired(merged(newPolicies, policies), merged(newBindings, bindings));
  return {
    inForce: paired(merged(policies, []), bindings),
    coming: all.flatMap((pair) => {
      const own = [pair.policy, pair.binding].flatMap((object) => folders.get(object) ?? []);
      return own.length === 0 ? [] : [{ ...pair, folders: own }];
    }),
  };
});

type Type = { readonly group: string; readonly kind: string };

function paired(policies: readonly KubeObject[], bindings: readonly KubeObject[]): readonly Pair[] {
  return bindings.flatMap((binding) => {
    const policy = policies.find(({ metadata }) => metadata.name === stringAt(binding, 'spec', 'policyName'));
    return policy === undefined ? [] : [{ policy, binding }];
  });
}

/** The objects that policies read: from the hub if it shows them, else from the files. */
const surroundingsOf = oncePer((world: World): PolicySurroundings => {
  const { hub, policies } = world;
  const apis = knownApis(world);
  const isSeen = (group: string, kind: string): boolean => hub?.visibility({ group, kind }).kind === 'seen';
  const listed = (group: string, kind: string): readonly KubeObject[] =>
    (hub?.objects ?? []).filter((object) => object.kind === kind && groupOf(object.apiVersion) === group);
  const inFiles = (group: string, kind: string): readonly KubeObject[] =>
    policies.filter((object) => object.kind === kind && groupOf(object.apiVersion) === group);
  const named = (object: KubeObject, isWhole: boolean): ReturnType<PolicySurroundings['namespace']> => {
    const labels = { ...labelsOf(object), 'kubernetes.io/metadata.name': object.metadata.name };
    return { object: { ...object, metadata: { ...object.metadata, labels } }, isWhole };
  };
  /** If the manifests change labels of a namespace, the labels at the time of the request are not known. */
  const relabelled = (known: KubeObject, manifest: KubeObject): ReturnType<PolicySurroundings['namespace']> => {
    const [before, after] = [labelsOf(known), labelsOf(manifest)];
    const changed = Object.keys(after).filter((label) => before[label] !== after[label]);
    const labels = Object.fromEntries(Object.entries(before).filter(([label]) => !changed.includes(label)));
    return named({ ...known, metadata: { ...known.metadata, labels } }, changed.length === 0);
  };
  return {
    namespace(name) {
      const own = inFiles('', 'Namespace').find(({ metadata }) => metadata.name === name);
      if (own !== undefined) return named(own, true);
      const known = listed('', 'Namespace').find(({ metadata }) => metadata.name === name);
      const [manifest, ...others] = world.find({ group: '', kind: 'Namespace', name });
      if (known !== undefined) return manifest === undefined ? named(known, true) : relabelled(known, manifest.object);
      return manifest === undefined || others.length > 0 || manifest.unresolved.length > 0
        ? undefined
        : named(manifest.object, isSeen('', 'Namespace'));
    },
    params({ apiVersion, kind }) {
      const group = groupOf(apiVersion);
      const own = inFiles(group, kind);
      const isWhole = isSeen(group, kind);
      if (own.length === 0) return isWhole ? { objects: listed(group, kind), isWhole } : undefined;
      const isOwn = ({ metadata }: KubeObject): boolean =>
        own.some((each) => each.metadata.name === metadata.name && each.metadata.namespace === metadata.namespace);
      return { objects: [...own, ...listed(group, kind).filter((object) => !isOwn(object))], isWhole };
    },
    comingParams: ({ apiVersion, kind }) =>
      world.ofKind(kind).flatMap(({ object, namespace }) => {
        if (groupOf(object.apiVersion) !== groupOf(apiVersion)) return [];
        return [inNamespace(object, namespace)];
      }),
    isNamespaced({ apiVersion, kind }) {
      const group = groupOf(apiVersion);
      const known = apis.find(group, kind)?.namespaced;
      if (known !== undefined) return known;
      const [own] = [...inFiles(group, kind), ...listed(group, kind)];
      return own === undefined ? undefined : own.metadata.namespace !== undefined;
    },
  };
});

/** Parameters among the manifests are those that the hub will have. */
const surroundingsOnceApplied = oncePer((world: World): PolicySurroundings => {
  const around = surroundingsOf(world);
  const nameOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
  return {
    ...around,
    comingParams: () => [],
    params(kind) {
      const known = around.params(kind);
      const applied = around.comingParams(kind);
      if (applied.length === 0) return known;
      const names = new Set(applied.map(nameOf));
      // One of two manifests of the same name is for another hub.
      if (names.size < applied.length) return undefined;
      const others = known?.objects.filter((object) => !names.has(nameOf(object))) ?? [];
      return { objects: [...applied, ...others], isWhole: known?.isWhole === true };
    },
  };
});
