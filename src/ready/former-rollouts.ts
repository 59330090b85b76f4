import { stringAt } from '../fleet/json/json.ts';
import { isExternal } from '../fleet/kubefleet/is-external.ts';
import { displayName, isDeleting, type KubeObject, objectKey, type ObjectRef, refOf } from '../fleet/kubernetes/object.ts';
import { shortName } from '../fleet/kubefleet/short-names.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { listed } from '../fleet/text/listed.ts';
import { shellWord } from '../fleet/text/shell-word.ts';
import { fleetGateOfHub, type Reach } from '../gates/reach.ts';
import { viewRun } from '../gates/view/run.ts';
import { isActiveRun, runsOf } from '../gates/view/runs-of.ts';
import type { Diagnosis, GatedPlacement, GatedRun, GateReport, NotChecked, ReadyReason } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import type { ChangedObjects, Corrections } from './changed-objects.ts';

/** What is known about the rollouts before this one. */
export interface FormerRollouts {
  readonly reasons: readonly ReadyReason[];
  readonly notChecked: readonly NotChecked[];
}

/** Update runs at work on the placement; `undefined` if runs may not be read. */
export function runsAtWork(hub: HubState, placement: KubeObject): readonly KubeObject[] | undefined {
  return runsOf(hub, placement)?.filter(isActiveRun);
}

/** The newest update run of a placement with strategy External, if it has ended without success: that rollout failed. */
export function failedRun(hub: HubState, placement: KubeObject): KubeObject | undefined {
  if (!isExternal(placement)) return undefined;
  const madeAt = ({ metadata }: KubeObject): number => Date.parse(metadata.creationTimestamp ?? '') || 0;
  const [newest] = (runsOf(hub, placement) ?? []).filter((run) => !isDeleting(run)).toSorted((a, b) => madeAt(b) - madeAt(a));
  if (newest === undefined || isActiveRun(newest)) return undefined;
  return viewRun(newest).succeeded?.status === 'True' ? undefined : newest;
}

/** What the former rollout of a placement is judged by. */
export interface FormerInput {
  readonly hub: HubState;
  /** The judgement of the placement and of its runs at work, without the manifests of the change. */
  readonly gate: GateReport;
  readonly changes: ChangedObjects;
  readonly corrections: (placement: ChangedPlacement) => Corrections;
  readonly reach: Reach;
}

export function formerRollout(placement: ChangedPlacement, { hub, gate, changes, corrections, reach }: FormerInput): FormerRollouts {
  const { ref, live } = placement;
  if (live === undefined) return { reasons: [], notChecked: [] };
  const about = aboutOf(placement);
  const runs = runsAtWork(hub, live);
  const notChecked: readonly NotChecked[] =
    runs === undefined
      ? [{ message: `Whether an update run is at work on ${displayName(ref)}: update runs may not be read.`, decides: true }]
      : [];
  const failed = failedRun(hub, live);
  const ofRuns = [
    ...(runs ?? []).flatMap((run) => runReason(run, gate.runs, { about, changes, reach })),
    ...(failed === undefined ? [] : [failedRunReason(failed, gate.runs, placement, changes)]),
  ];
  const gated = gate.placements.find(({ object }) => objectKey(object) === objectKey(ref));
  // A run at work is the former rollout.
  if (gated === undefined || ofRuns.some(({ effect }) => effect === 'blocks')) return { reasons: ofRuns, notChecked };
  // All that the placement waits for is a run that the warnings name: if it is never started, there is nothing to wait for.
  if (ofRuns.length > 0 && isOnlyHeldBack(gated)) return { reasons: ofRuns, notChecked };
  const found = placementReason(gated, isExternal(live), { about, changes, corrections: () => corrections(placement), reach });
  return { reasons: [...ofRuns, ...found.reasons], notChecked: [...notChecked, ...found.notChecked] };
}

/** Whether the placement waits only for a person to start a run, or to continue one. */
function isOnlyHeldBack({ verdict, diagnoses }: GatedPlacement): boolean {
  const open = diagnoses.filter(({ outcome }) => outcome !== 'info');
  return verdict === 'waiting' && open.length > 0 && open.every(({ id }) => HELD_BACK.has(id));
}

const HELD_BACK: ReadonlySet<string> = new Set(['run-not-started', 'run-stopped']);

type About = Pick<ReadyReason, 'object' | 'overlay'>;

interface Telling extends Pick<FormerInput, 'reach'> {
  readonly about: About;
}

export function aboutOf({ ref, overlay }: ChangedPlacement): About {
  return overlay === undefined ? { object: ref } : { object: ref, overlay };
}

function runReason(
  run: KubeObject,
  gated: readonly GatedRun[],
  { about, changes, reach }: Telling & Pick<FormerInput, 'changes'>,
): readonly ReadyReason[] {
  const { ref, state } = viewRun(run);
  const name = displayName(ref);
  const judged = gated.find(({ object }) => objectKey(object) === objectKey(ref));
  if (state === 'Initialize' || (state === 'Stop' && changes.isChanged(objectKey(ref)))) {
    const which = state === 'Stop' ? `${name} is stopped, and this change continues it` : `${name} is prepared and has not been started`;
    return [{ id: 'run-at-work', effect: 'warns', ...about, message: `${which}.` }];
  }
  const summary = judged?.summary;
  const remedy =
    judged?.diagnoses.flatMap(({ remedy: steps }) => steps)[0] ??
    `Wait until it has ended: \`${fleetGateOfHub(reach, 'wait', shellWord(shortName(ref)))}\``;
  const what = state === 'Stop' ? 'is stopped before its end' : `has not ended${summary === undefined ? '' : `: ${summary}`}`;
  return [{ id: 'run-at-work', effect: 'blocks', ...about, message: `${name} ${what}.`, remedy }];
}

/** Other content, which the next run rolls out, may correct it, or other stages if the run could not start with them. */
function failedRunReason(run: KubeObject, gated: readonly GatedRun[], placement: ChangedPlacement, changes: ChangedObjects): ReadyReason {
  const name = displayName(refOf(run));
  const judged = gated.find(({ object }) => objectKey(object) === objectKey(refOf(run)));
  const cause = judged?.diagnoses.find(({ outcome }) => outcome === 'terminal');
  const what = `The former rollout of ${displayName(placement.ref)} failed: ${name}: ${cause?.title ?? judged?.summary ?? 'it has ended without success'}`;
  const base = { id: 'former-rollout-failed', ...aboutOf(placement) } as const;
  if (placement.isChanged) return { ...base, effect: 'warns', message: `${what}. This change has other content, which may correct it.` };
  const strategy = {
    ...refOf(run),
    kind: run.kind.replace(/Run$/, 'Strategy'),
    name: stringAt(run, 'spec', 'stagedRolloutStrategyName') ?? '',
  };
  if (cause !== undefined && OF_STAGES.test(cause.id) && changes.isChanged(objectKey(strategy)))
    return { ...base, effect: 'warns', message: `${what}. This change edits ${displayName(strategy)}, which may correct it.` };
  const remedy = cause?.remedy[0];
  return { ...base, effect: 'blocks', message: `${what}.`, ...(remedy === undefined ? {} : { remedy }) };
}

const OF_STAGES = /^run-(?:cluster-in-|initialization-|sort-label-|strategy-)/;

function placementReason(
  gated: GatedPlacement,
  external: boolean,
  { about, changes, corrections, reach }: Telling & CorrectedBy,
): FormerRollouts {
  const name = displayName(gated.object);
  const nothing = { reasons: [], notChecked: [] };
  switch (gated.verdict) {
    case 'passed':
      return nothing;
    case 'failed':
    case 'stuck':
    case 'superseded':
      return { reasons: failedReason(gated, about, { changes, corrections }), notChecked: [] };
    case 'waiting': {
      if (external && gated.diagnoses.some(({ id }) => id === NO_RUN)) {
        const message = `The hub has content of ${name} that no update run has rolled out; the next run rolls it out as well.`;
        return { reasons: [{ id: 'not-rolled-out-before', effect: 'warns', ...about, message }], notChecked: [] };
      }
      const suspect = gated.diagnoses.find(({ outcome }) => outcome === 'suspect');
      const why = suspect === undefined ? gated.summary : `${suspect.title} (it may still recover)`;
      const message = `The former rollout of ${name} has not finished: ${why}.`;
      const remedy = `Wait until it has finished: \`${fleetGateOfHub(reach, 'wait', shellWord(shortName(gated.object)))}\``;
      return { reasons: [{ id: 'former-rollout-unfinished', effect: 'waits', ...about, message, remedy }], notChecked: [] };
    }
    case 'notVerified': {
      // Its clusters have reached every step. What they have beyond that stays unknown, and neither a wait nor another change ends it.
      const open = gated.clusters.flatMap(({ name: on, note }) => (note === undefined ? [] : [`${on}: ${note}`]));
      const why = open.length === 0 ? gated.summary : listed(open, 3);
      return { reasons: [], notChecked: [{ message: `The former rollout of ${name}: ${why}.` }] };
    }
    case 'unknown':
    default:
      return {
        reasons: [],
        notChecked: [{ message: `Whether the former rollout of ${name} has finished: ${gated.summary}.`, decides: true }],
      };
  }
}

const NO_RUN = 'external-run-missing';
/** Reasons about clusters name these. */
const OF_CLUSTERS: ReadonlySet<string> = new Set(['member-silent', 'member-not-joined']);

function causeText({ title, object, since }: Diagnosis, placement: ObjectRef): string {
  const subject = object === undefined || objectKey(object) === objectKey(placement) ? [] : [displayName(object)];
  const more = [...subject, ...(since === undefined ? [] : [`since ${since}`])];
  return more.length === 0 ? title : `${title} (${more.join(', ')})`;
}

interface CorrectedBy extends Pick<FormerInput, 'changes'> {
  readonly corrections: () => Corrections;
}

function failedReason(gated: GatedPlacement, about: About, { changes, corrections }: CorrectedBy): readonly ReadyReason[] {
  const terminal = gated.diagnoses.filter(({ outcome }) => outcome === 'terminal');
  const causes = terminal.filter(({ id }) => !OF_CLUSTERS.has(id));
  const [first] = causes;
  if (first === undefined && terminal.length > 0) return [];
  const clusters = [...new Set(causes.flatMap(({ cluster }) => cluster ?? []))];
  const what = `The former rollout of ${displayName(gated.object)} failed: ${first === undefined ? gated.summary : causeText(first, gated.object)}`;
  const base = { id: 'former-rollout-failed', ...about, ...(clusters.length === 0 ? {} : { clusters }) } as const;
  const edits = causes.map(corrections());
  const [edit] = edits;
  if (edit !== undefined && !edits.includes(undefined))
    return [{ ...base, effect: 'warns', message: `${what}. This change ${howText(edit, changes)}, which may correct it.` }];
  const remedy = first?.remedy[0];
  return [{ ...base, effect: 'blocks', message: `${what}.`, ...(remedy === undefined ? {} : { remedy }) }];
}

/** Only some deployers delete on the hub what the files no longer have. */
function howText(edit: ObjectRef, { removed }: ChangedObjects): string {
  const isRemoved = removed.some((object) => objectKey(refOf(object)) === objectKey(edit));
  return isRemoved ? `removes ${displayName(edit)} (if the deploy also deletes it on the hub)` : `edits ${displayName(edit)}`;
}
