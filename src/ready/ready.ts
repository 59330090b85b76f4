import type { Finding, NotEvaluated } from '../finding.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { displayName, objectKey } from '../fleet/kubernetes/object.ts';
import { JUDGED_ONCE } from '../gates/memory.ts';
import { viewMembers } from '../gates/view/member.ts';
import { viewPlacement } from '../gates/view/placement.ts';
import {
  EXIT_CODES,
  type GateReport,
  type Report,
  type NotChecked,
  type ReadyDryRuns,
  type ReadyEffect,
  type ReadyReason,
  type ReadyReport,
} from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { clusterReasons } from './cluster-reasons.ts';
import { evictionReasons } from './eviction-reasons.ts';
import type { ChangedObjects, Corrections } from './changed-objects.ts';
import { aboutOf, formerRollout } from './former-rollouts.ts';
import type { DecidedNeed } from './needs.ts';
import { type DroppedContent, removalReasons } from './removal-reasons.ts';
import { updateStep } from './update-step.ts';
import type { Reach } from '../gates/reach.ts';
import { windowReasons, type WindowsInput } from './window-reasons.ts';

/** The facts of a change and of the hub at one moment. */
export interface ReadyInput {
  readonly placements: readonly ChangedPlacement[];
  readonly changes: ChangedObjects;
  readonly corrections: (placement: ChangedPlacement) => Corrections;
  readonly dropped: (placement: ChangedPlacement) => DroppedContent | undefined;
  readonly hub: HubState;
  /** The placements that the hub has, and their update runs at work, as `diagnose` judges them. */
  readonly gate: GateReport;
  /** Errors in the manifests, with the hub as input. */
  readonly findings: readonly Finding[];
  /** Warnings about overrides of the manifests: they have no effect, or another one. */
  readonly warnings: readonly Finding[];
  /** Reasons that the manifests alone show. */
  readonly ofFiles: readonly ReadyReason[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly needs: readonly DecidedNeed[];
  /** What else could not be checked. */
  readonly notChecked: readonly NotChecked[];
  /** Absent if no dry runs were requested. */
  readonly dryRuns?: DryRuns;
  readonly windows: WindowsInput;
  /** How the reader reaches the hub. */
  readonly reach: Reach;
}

/** What dry runs on members showed. */
export interface DryRuns {
  readonly reasons: readonly ReadyReason[];
  readonly notChecked: readonly NotChecked[];
  readonly part: ReadyDryRuns;
}

/** Whether the change may go out now. Pure: the hub's time is in the state. */
export function readyReport(input: ReadyInput): ReadyReport {
  const { placements, hub, needs, dryRuns, findings, notEvaluated } = input;
  const members = viewMembers(hub, JUDGED_ONCE, 0);
  const objects = new Map([...(members ?? [])].map(([name, { object }]) => [name, object]));
  const windows = windowReasons(placements, objects, input.windows, hub);
  const parts = placements.map((placement) => {
    const former = formerRollout(placement, input);
    // Clusters that are not ready, or not picked by a placement of the hub, because of the former rollout are its matter.
    const isSettled =
      former.reasons.every(({ effect }) => effect === 'warns') && former.notChecked.every(({ decides }) => decides !== true);
    const step = updateStep(placement, isSettled && placement.live !== undefined ? viewPlacement(hub, placement.live) : undefined);
    return {
      reasons: [
        ...removalReasons(placement, input.dropped(placement)),
        ...(placement.isFaultOfHub === true && !isSettled ? [] : scheduleReasons(placement, findings)),
        ...former.reasons,
        ...clusterReasons(placement, members ?? new Map()),
        ...step.reasons,
        ...evictionReasons(placement, input.changes.objects, input.changes),
      ],
      notChecked: [...unknownClusters(placement), ...former.notChecked, ...step.notChecked],
    };
  });
  const reasons = [
    ...findings.map((finding) => findingReason(finding, 'blocks')),
    ...input.warnings.map((finding) => findingReason(finding, 'warns')),
    ...input.ofFiles,
    ...parts.flatMap((part) => part.reasons),
    ...needs.flatMap(({ reason }) => reason ?? []),
    ...(dryRuns?.reasons ?? []),
    ...windows.reasons,
  ];
  const notChecked = [
    ...(members === undefined
      ? [{ message: 'Whether the clusters are silent or leaving: MemberClusters may not be read.', decides: true as const }]
      : []),
    ...notEvaluated.map(unevaluated),
    ...parts.flatMap((part) => part.notChecked),
    ...input.notChecked,
    ...needs.flatMap(({ open }) => open ?? []),
    ...(dryRuns?.notChecked ?? []),
  ];
  return {
    checkedAt: `${hub.now.toISOString().slice(0, 19)}Z`,
    placements: placements.map(({ ref, overlay, clusters, live }) => ({
      object: ref,
      ...(overlay === undefined ? {} : { overlay }),
      clusters,
      ...(live === undefined ? { isNew: true as const } : {}),
    })),
    reasons: reasons.toSorted((a, b) => EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect)),
    notChecked: notChecked.toSorted((a, b) => Number(b.decides ?? false) - Number(a.decides ?? false)),
    found: needs.filter(({ reason, open }) => reason === undefined && open === undefined).length,
    ...(dryRuns === undefined ? {} : { dryRuns: dryRuns.part }),
    ...(windows.part === undefined ? {} : { windows: windows.part }),
  };
}

const EFFECTS: readonly ReadyEffect[] = ['blocks', 'waits', 'warns'];

/**
 * The outcome: what blocks comes first. What was not checked and decides comes before a wait, because waiting does not change it.
 * @param isStrict everything that was not checked decides (`--fail-on-not-evaluated`)
 */
export function readyOutcome({ reasons, notChecked }: ReadyReport, isStrict: boolean): Pick<Report, 'outcome' | 'exitCode'> {
  if (reasons.some(({ effect }) => effect === 'blocks')) return { outcome: 'notReady', exitCode: EXIT_CODES.failed };
  if (notChecked.some(({ decides }) => decides === true || isStrict)) return { outcome: 'notEvaluated', exitCode: EXIT_CODES.notEvaluated };
  if (reasons.some(({ effect }) => effect === 'waits')) return { outcome: 'wait', exitCode: EXIT_CODES.waitingForPerson };
  return { outcome: 'ready', exitCode: EXIT_CODES.passed };
}

function findingReason({ rule, file, line, message, remedy, object }: Finding, effect: ReadyEffect): ReadyReason {
  return {
    id: 'finding',
    effect,
    ...(object === undefined ? {} : { object }),
    message: `${file}:${line} ${rule}: ${message}`,
    ...(remedy === '' ? {} : { remedy }),
  };
}

function unevaluated({ file, line, reason, fleetObject }: NotEvaluated): NotChecked {
  const message = `${file}:${line}: ${reason}`;
  return fleetObject === true ? { message, decides: true } : { message };
}

/** A finding about the placement itself says the same. */
function scheduleReasons(placement: ChangedPlacement, findings: readonly Finding[]): readonly ReadyReason[] {
  const isFound = findings.some(({ object }) => object !== undefined && objectKey(object) === objectKey(placement.ref));
  if (placement.fault === undefined || isFound) return [];
  return [{ id: 'not-scheduled', effect: 'blocks', ...aboutOf(placement), message: `${displayName(placement.ref)} ${placement.fault}.` }];
}

function unknownClusters({ ref, areOverridesUnread, doubts, unknown }: ChangedPlacement): readonly NotChecked[] {
  const [first] = doubts;
  const more = doubts.length > 1 ? ` (and ${doubts.length - 1} more)` : '';
  const doubt = first === undefined ? [] : [{ message: `The content of ${displayName(ref)} is not known completely: ${first}${more}.` }];
  const of = displayName(ref);
  return [
    ...doubt,
    ...(areOverridesUnread === true
      ? [{ message: `Whether overrides of the hub fail for ${of}: they may not be read.`, decides: true as const }]
      : []),
    ...(unknown === undefined ? [] : [{ message: `The clusters of ${of}: ${unknown}.`, decides: true as const }]),
  ];
}
