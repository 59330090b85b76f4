import { displayName, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlannedDiff, PlannedDiffs, PlanReport, UnverifiedDiff } from '../../../report.ts';
import { placementName } from './placement-name.ts';
import { listed } from './plan-lines.ts';
import { counted } from '../words/words.ts';

/** What a change does to the objects of one placement, as the clusters get them. */
export interface PlacementDiff {
  readonly object: ObjectRef;
  /** With its overlay. Untrusted text. */
  readonly name: string;
  /** The tree no longer has the placement. */
  readonly isDeleted: boolean;
  readonly diff: readonly PlannedDiff[];
  readonly notVerified: readonly UnverifiedDiff[];
}

type DiffSource = Pick<PlanReport['placements'][number], 'object' | 'overlay' | 'diff' | 'diffNotVerified'>;

/** The differences of one placement; `undefined` if nothing changes and nothing is unknown. */
export function placementDiff(placement: DiffSource, isDeleted = false): PlacementDiff | undefined {
  const { object, diff = [], diffNotVerified: notVerified = [] } = placement;
  return diff.length + notVerified.length === 0 ? undefined : { object, name: placementName(placement), isDeleted, diff, notVerified };
}

/** The differences of all placements of a plan, deleted placements last. */
export function placementDiffs({ placements, deleted = [] }: Pick<PlanReport, 'placements' | 'deleted'>): readonly PlacementDiff[] {
  return [
    ...placements.flatMap((placement) => placementDiff(placement) ?? []),
    ...deleted.flatMap((placement) => placementDiff(placement, true) ?? []),
  ];
}

/** `changed Deployment/shop/web on 12 clusters: ams, …`, in parts, so that each format can mark the names. Untrusted text. */
export interface DiffTitle {
  readonly what: PlannedDiff['what'] | 'moved';
  readonly resource: string;
  /** `on ams, fra`, `on 12 clusters: ams, …` */
  readonly where: string;
  /** The placement it came from, and what that means on a cluster; empty if it did not move. */
  readonly moved: string;
}

export function diffTitle({ what, resource, clusters, movedFrom, lines, omitted = 0 }: PlannedDiff): DiffTitle {
  const isSame = lines.length + omitted === 0;
  return {
    what: movedFrom !== undefined && isSame ? 'moved' : what,
    resource: displayName(resource),
    where: onClusters(clusters),
    moved:
      movedFrom === undefined
        ? ''
        : `comes from ${displayName(movedFrom)}${isSame ? ' with the same content' : ''}; placements cannot share an object, so it is removed and placed again`,
  };
}

/** A line about the part of a diff that is not shown; empty if all of it is. */
export function omittedText({ what, movedFrom, omitted = 0, lines }: PlannedDiff): string {
  if (omitted === 0)
    return what === 'changed' && movedFrom === undefined && lines.length === 0 ? 'Only values that are not shown change.' : '';
  return lines.length === 0 ? `${counted(omitted, 'line')}, not listed here` : `and ${counted(omitted, 'more line')}`;
}

/** Objects of a placement whose content is not known: the same reason on the same clusters is one text. Untrusted. */
export function unverifiedTexts(entries: readonly UnverifiedDiff[]): readonly string[] {
  const members = Map.groupBy(entries, ({ reason, clusters }) => JSON.stringify([reason, clusters]));
  return [...members.values()].map((group) => {
    const { reason = '', clusters = [] } = group[0] ?? {};
    const objects = group.flatMap(({ resource }) => (resource === undefined ? [] : displayName(resource)));
    const about = objects.length === 0 ? 'all objects' : listed(objects);
    return `${about}${clusters.length === 0 ? '' : ` ${onClusters(clusters)}`}: ${reason}`;
  });
}

/** All differences in one sentence. Objects whose content is not known are not called unchanged. Untrusted text. */
export function diffsText(
  { cluster, objects, clusters, omitted = 0, unlisted = 0 }: PlannedDiffs,
  diffs: readonly PlacementDiff[],
): string {
  const isOpen = diffs.some(({ notVerified }) => notVerified.length > 0);
  const open = isOpen ? ['objects that are not verified are listed with their placement'] : [];
  const where = cluster ?? 'any cluster';
  if (objects === 0)
    return `${[isOpen ? `No object is certain to change on ${where}` : `No object changes on ${where}`, ...open].join('; ')}.`;
  const parts = [
    `${counted(objects, 'object changes', 'objects change')} on ${cluster ?? counted(clusters, 'cluster')}`,
    ...(omitted === 0 ? [] : [`${counted(omitted, 'line is', 'lines are')} not listed here`]),
    ...(unlisted === 0 ? [] : [`${counted(unlisted, 'change is', 'changes are')} not listed here at all`]),
    ...open,
  ];
  return `${parts.join('; ')}.`;
}

function onClusters(clusters: readonly string[]): string {
  return clusters.length < FEW ? `on ${clusters.join(', ')}` : `on ${counted(clusters.length, 'cluster')}: ${listed(clusters)}`;
}

const FEW = 3;
