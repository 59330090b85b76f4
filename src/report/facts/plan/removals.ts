import { displayName, objectKey, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { DeletedPlacement, PlannedPlacement, PlanReport, Removal, Report } from '../../../report.ts';
import { placementName } from './placement-name.ts';
import { listed } from './plan-lines.ts';
import { counted, unstopped } from '../words/words.ts';

const KINDS: readonly Removal['kind'][] = ['placement', 'clusters', 'resources'];

/** What a report says is taken off clusters, the gravest first. */
export function removalsIn({ removals, plan }: Pick<Report, 'removals' | 'plan'>): readonly Removal[] {
  return removals ?? (plan === undefined ? [] : removalsOf(plan));
}

/** What a plan takes off clusters, the gravest first. */
export function removalsOf({ placements, deleted = [] }: PlanReport): readonly Removal[] {
  const found = [...deleted.flatMap(ofDeleted), ...placements.flatMap(ofChanged)];
  return found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** One of them as a sentence. Untrusted text. */
export function removalText(removal: Removal): string {
  const { kind, replacedBy, clusters, resources, reason } = removal;
  const name = placementName(removal);
  const what = resources.length === 0 ? 'what it placed' : listed(resources.map(displayName));
  const where = clusters === undefined ? 'its clusters' : listed(clusters);
  const why = reason === undefined ? '' : ` (${unstopped(reason)})`;
  if (kind === 'clusters') return `${name} leaves ${where}${why}, which takes ${what} off.`;
  if (kind === 'resources') return `${name} no longer places ${what}${why}, which takes it off ${where}.`;
  if (replacedBy === undefined) return `${name} is gone, which takes ${what} off ${where}.`;
  return `${name} gives way to ${displayName(replacedBy)}, which holds the same: ${what} is taken off ${where} and placed anew.`;
}

/** The first of them and how many there are more, as the beginning of a headline; empty where there is none. Untrusted text. */
export function removalHead([first, ...others]: readonly Removal[]): string {
  if (first === undefined) return '';
  const { kind, replacedBy, clusters, resources } = first;
  const name = placementName(first);
  const [only] = resources;
  const what =
    kind !== 'resources' || only === undefined
      ? name
      : `${resources.length === 1 ? displayName(only) : counted(resources.length, 'object')} of ${name}`;
  const where = clusters === undefined ? 'its clusters' : clusters.length > 3 ? counted(clusters.length, 'cluster') : clusters.join(', ');
  const renamed = replacedBy === undefined ? '' : `, for ${displayName(replacedBy)} to place it anew`;
  return `takes ${what} off ${where}${renamed}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more removal')})`}`;
}

/** One that holds no cluster takes nothing off, where that is known. */
function ofDeleted({ object, overlay, unknown, clusters, resources, replacedBy }: DeletedPlacement): readonly Removal[] {
  if (unknown !== true && clusters.length === 0) return [];
  const where = unknown === true ? {} : { clusters };
  return [{ kind: 'placement', object, ...named(overlay), ...(replacedBy === undefined ? {} : { replacedBy }), ...where, resources }];
}

/** What the hub refuses stays as the hub has it. */
function ofChanged({ object, overlay, resources, picked, change, refused }: PlannedPlacement): readonly Removal[] {
  if (change === undefined || refused !== undefined) return [];
  const gone = change.resources?.removed ?? [];
  const [added, removed] = [new Set(change.added), new Set(change.removed)];
  const kept = picked.filter((cluster) => !added.has(cluster));
  const reasons = new Set((change.reasons ?? []).filter(({ cluster }) => removed.has(cluster)).map(({ reason }) => reason));
  const [reason] = reasons;
  const left: Removal = {
    kind: 'clusters',
    object,
    ...named(overlay),
    clusters: change.removed,
    resources: placedBefore(resources, change),
    ...(reason !== undefined && reasons.size === 1 ? { reason } : {}),
  };
  const dropped = Map.groupBy(gone, (entry) => JSON.stringify([entry.reason, entry.clusters ?? kept]));
  return [
    ...(change.removed.length === 0 ? [] : [left]),
    ...[...dropped.values()].flatMap((group): readonly Removal[] => {
      const clusters = group[0]?.clusters ?? kept;
      if (clusters.length === 0) return [];
      return [
        {
          kind: 'resources',
          object,
          ...named(overlay),
          clusters,
          resources: group.map(({ resource }) => resource),
          reason: group[0]?.reason ?? '',
        },
      ];
    }),
  ];
}

function named(overlay: string | undefined): Pick<Removal, 'overlay'> {
  return overlay === undefined ? {} : { overlay };
}

/** What the base's placement selected. */
function placedBefore(now: readonly ObjectRef[], { resources }: NonNullable<PlannedPlacement['change']>): readonly ObjectRef[] {
  const whole = (resources?.added ?? []).filter(({ clusters }) => clusters === undefined);
  const added = new Set(whole.map(({ resource }) => objectKey(resource)));
  const gone = (resources?.removed ?? []).filter(({ clusters }) => clusters === undefined).map(({ resource }) => resource);
  return [...now.filter((ref) => !added.has(objectKey(ref))), ...gone];
}
