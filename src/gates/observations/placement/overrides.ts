import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { enclosedObjects, isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import { memberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import { objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isOverride, overrideOf } from '../../../selection/override.ts';
import { overridesOn } from '../../../schedule/override/placement-overrides.ts';
import { isPassedByRuns, liveOverrides, overrideDemand, overrideSnapshot } from '../../deploy/override.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { possibleForms } from '../../rollout/expected-content.ts';
import { isMatchedLater } from '../../rollout/matched-later.ts';
import { overrideIn, overridesInForce } from '../../rollout/overrides-in-force.ts';
import { isSameManifest, manifestsIn } from '../../rollout/work-content.ts';
import type { BindingView } from '../../view/binding.ts';
import { isActiveRun, runsOf } from '../../view/runs-of.ts';
import { seenObjects } from '../../view/seen.ts';
import { contentMoments, msSinceLatest, turnMoments } from '../failing-since.ts';
import type { Observation } from '../observation.ts';
import { misnamedPlacement, type Misnamed } from './misnamed-placement.ts';

/**
 * Overrides that were not applied to a cluster's content although all is good there. KubeFleet reports none of these. `run`: update runs in
 * a namespace ignore overrides of scope Namespaced. `envelope`: v0.3 does not override the content of an envelope, main does
 * (pkg/controllers/workgenerator/envelope.go, applyOverridesToEnvelopeManifests). `placement`: it names another placement, which does not
 * place what it selects. `later`: it is not of this deploy and came after the rollout. `unnoticed`: it matches because of a later change.
 */
export function overrideObservations(context: PlacementContext): readonly Observation[] {
  const { hub, view, freshness, deploy = [] } = context;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  if (content.length === 0) return [];
  const own = deploy.filter(isOverride);
  const ownKeys = new Set(own.map((override) => objectKey(refOf(override))));
  const others = liveOverrides(hub, view.ref.namespace).filter((override) => !ownKeys.has(objectKey(refOf(override))));
  const good = context.clusters.filter((state) => state.good);
  return [...own, ...others].flatMap((override) => {
    const isOwn = ownKeys.has(objectKey(refOf(override)));
    const asked: Asked = { context, override, isOwn, content, held: content.filter(isEnvelope).flatMap(enclosedObjects) };
    return good.flatMap((state) => missingOn(asked, state));
  });
}

interface Asked {
  readonly context: PlacementContext;
  readonly override: KubeObject;
  /** Whether it is in the deploy itself. */
  readonly isOwn: boolean;
  /** The objects that the placement rolls out. */
  readonly content: readonly KubeObject[];
  /** The objects in its envelopes. */
  readonly held: readonly KubeObject[];
}

interface Unapplied {
  readonly why: 'run' | 'envelope' | 'placement' | 'later' | 'unnoticed';
  readonly evidence: string;
  /** The placement that it names, if that is the cause. */
  readonly named?: Misnamed['named'];
  readonly lastedMs?: number | undefined;
}

function missingOn(asked: Asked, state: ClusterState): readonly Observation[] {
  const { context, override } = asked;
  const member = context.members?.get(state.cluster)?.object;
  const { binding } = state;
  const isSeen = seenObjects(context.hub, `${override.kind}Snapshot`, override.metadata.namespace) !== undefined;
  if (member === undefined || binding === undefined || !isSeen) return [];
  const on: OnCluster = { binding, member, works: state.works };
  const found = unlisted(asked, on) ?? notInEnvelope(asked, on) ?? misnamed(asked, on);
  if (found === undefined) return [];
  const { why, evidence, named, lastedMs } = found;
  return [
    {
      scope: 'cluster',
      step: 'Overridden',
      fact: 'override-missing',
      target: context.view.ref,
      cluster: state.cluster,
      object: refOf(override),
      evidence: [evidence],
      lastedMs,
      words: { why, ...(named === undefined ? {} : { named }), ...(isFaultOfDeploy(asked, member, why) ? { ofDeploy: 'true' } : {}) },
    },
  ];
}

interface OnCluster {
  readonly binding: BindingView;
  readonly member: KubeObject;
  readonly works: ClusterState['works'];
}

/**
 * It matches, but the binding does not list it. If it is of the deploy and the rollout will still apply it, another observation waits for
 * it.
 */
function unlisted({ context, override, isOwn, content }: Asked, { binding, member }: OnCluster): Unapplied | undefined {
  const { hub, view } = context;
  const demand = overrideDemand(hub, override, view.object, content, member);
  if (demand.kind === 'none') return undefined;
  const evidence = demand.kind === 'wait' ? demand.message : `binding ${binding.name} does not list ${demand.snapshotName}`;
  const isListed = demand.kind === 'inForce' && binding.overrides.includes(demand.snapshotName);
  if (isListed) return undefined;
  if (isPassedByRuns(view.object, override)) return { why: 'run', evidence };
  const isMatched = demand.kind === 'inForce' && isMatchedLater(context, binding, demand.snapshotName);
  if (demand.kind === 'wait' || (isOwn && !isMatched)) return undefined;
  if (view.external && runsOf(hub, view.object)?.some(isActiveRun) !== false) return undefined;
  const created = overrideSnapshot(hub, demand.snapshotName)?.metadata.creationTimestamp;
  const isLater = msSinceLatest(hub, created) ?? 0;
  const turned = msSinceLatest(hub, ...turnMoments(context, binding)) ?? 0;
  if (!isMatched && isLater < turned) return { why: 'later', evidence };
  return { why: 'unnoticed', evidence, lastedMs: msSinceLatest(hub, ...contentMoments(context, binding), created) };
}

/** It is for the content of an envelope, and the Works hold that content without it. */
function notInEnvelope(asked: Asked, on: OnCluster): Unapplied | undefined {
  const { context, override, held } = asked;
  const { hub, view } = context;
  const { binding } = on;
  const demand = overrideDemand(hub, override, view.object, held, on.member);
  if (demand.kind === 'none' || (demand.kind === 'wait' && !asked.isOwn)) return undefined;
  const isListed = demand.kind === 'inForce' && binding.overrides.includes(demand.snapshotName);
  if (isListed && isApplied(asked, on)) return undefined;
  const created = demand.kind === 'inForce' ? overrideSnapshot(hub, demand.snapshotName)?.metadata.creationTimestamp : undefined;
  const notListed = demand.kind === 'wait' ? demand.message : `binding ${binding.name} does not list ${demand.snapshotName}`;
  const evidence = isListed ? `binding ${binding.name} lists it, and its Works hold the content of the envelope without it` : notListed;
  return { why: 'envelope', evidence, lastedMs: msSinceLatest(hub, ...contentMoments(context, binding), created) };
}

/** Whether the Works hold the override's objects as the overrides in force make them; true if they cannot be read. */
function isApplied({ context, override, held }: Asked, { binding, works, member }: OnCluster): boolean {
  const own = overrideOf(override, override.metadata.namespace);
  const inForce = overridesInForce(context.hub, binding)?.flatMap((snapshot) => overrideIn(snapshot) ?? []);
  if (works === undefined || own === undefined || inForce === undefined) return true;
  const manifests = manifestsIn(works).map(({ manifest }) => manifest);
  const targets = held.filter((object) => overridesOn([own], refOf(object), BUILT_IN_APIS).length > 0);
  return targets.every((object) => {
    const { forms, canBeLeftOut, isWhole } = possibleForms(object, inForce, memberCluster(member));
    const copiesOf = (form: KubeObject): readonly KubeObject[] =>
      manifests.filter((manifest) => objectKey(refOf(manifest)) === objectKey(refOf(form)));
    if (!isWhole || (canBeLeftOut && copiesOf(object).length === 0)) return true;
    return forms.some((form) => copiesOf(form).some((copy) => isSameManifest(copy, form)));
  });
}

/** An override of the deploy that names another placement, although only this placement places the objects that it selects. */
function misnamed({ context, override, isOwn, content, held }: Asked, { member }: OnCluster): Unapplied | undefined {
  const found = isOwn ? misnamedPlacement(context, override, content, held, member) : undefined;
  return found && { why: 'placement', ...found };
}

/** Whether it is of the deploy, or for an object of it. If only the labels of the cluster changed, those must be of the deploy. */
function isFaultOfDeploy({ context, override, isOwn, content, held }: Asked, member: KubeObject, why: Unapplied['why']): boolean {
  const { hub, view, deploy = [] } = context;
  if (why === 'unnoticed') return deploy.some((object) => objectKey(refOf(object)) === objectKey(refOf(member)));
  if (isOwn) return true;
  const deployed = new Set([...deploy, ...deploy.filter(isEnvelope).flatMap(enclosedObjects)].map((object) => objectKey(refOf(object))));
  const brought = [...content, ...held].filter((object) => deployed.has(objectKey(refOf(object))));
  return overrideDemand(hub, override, view.object, brought, member).kind !== 'none';
}
