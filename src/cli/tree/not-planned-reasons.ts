import type { Finding, NotEvaluated } from '../../finding.ts';
import { isFleetGroup, isPlacement, isSystemKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, isFromServer, objectKey } from '../../fleet/kubernetes/object.ts';
import { isCounted } from './refusals.ts';
import type { PlanReport } from '../../report.ts';
import {
  clustersWithoutProperties,
  isUnresolved,
  needsUnknownProperties,
  plannedPlacements,
  type Planned,
  type PlanInput,
} from '../../schedule/plan-context.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { isOverride } from '../../selection/override.ts';
import { NOT_PARSED } from '../../static/read/documents/broken-documents.ts';
import { UNRESOLVED } from '../../static/read/placeholders/conflict-markers.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { removalsNotRead } from './base/removals-not-read.ts';
import { removalsNotReadAtBase } from './base/unread-of-base.ts';
import type { StaticInput } from './static-input.ts';
import { objectKeyOf } from '../../static/world/identity.ts';

/** The placements of a part whose clusters are not known. */
export function ofUnknownClusters({ read, part }: StaticInput): readonly NotEvaluated[] {
  const placements = read.manifests.filter((manifest) => isPlacement(manifest.object) && part?.judged.has(manifest) !== false);
  const reason = `The clusters of ${part?.name ?? 'this tree'} are not known, so it is not planned.`;
  return placements.map((manifest) => ({ ...unevaluated(manifest, reason), missing: 'clusters' }));
}

/**
 * The placements that require cluster properties that only a hub reports. Placements that could not be read completely are reported by
 * their reader.
 */
export function ofUnknownProperties({ read }: StaticInput, planned: PlanInput, plan: PlanReport): readonly NotEvaluated[] {
  const reason = `It asks for properties of clusters, which ${clustersWithoutProperties(planned)} do not have, so it is not planned.`;
  const isOpen = (item: Planned, index: number): boolean =>
    plan.placements[index]?.unknown === true && !isUnresolved(item) && needsUnknownProperties(item, planned);
  const open = new Set<Planned>(plannedPlacements(planned).filter(isOpen));
  return read.manifests
    .filter((manifest) => open.has(manifest))
    .map((manifest) => ({ ...unevaluated(manifest, reason), missing: 'clusters', fleetObject: true }));
}

/**
 * KubeFleet's objects of a kind, group or version that the hub does not serve, such as an override in `apps/v1`: the plan is without them.
 * Placements and overrides in the right group are in the plan with what the hub refuses.
 */
export function ofUnservedObjects(findings: readonly Finding[]): readonly NotEvaluated[] {
  return findings.flatMap((finding) => {
    const { rule, file, line, object, message, rendered, state } = finding;
    if (rule !== 'api-version-not-served' || object === undefined || !isCounted(finding, 'objects')) return [];
    if (isPlacement(object) || isOverride(object) || object.kind === 'CustomResourceDefinition') return [];
    return [
      {
        file,
        line,
        object,
        reason: `${message} The plan is without it.`,
        ...(rendered === undefined ? {} : { rendered: { overlays: rendered.overlays } }),
        ...(state === undefined ? {} : { state: state === 'new' ? ('new' as const) : ('unchanged' as const) }),
        fleetObject: true,
      },
    ];
  });
}

/**
 * KubeFleet's objects that `lint` leaves unchecked too, such as those of a kind that this program does not know: the plan is without them.
 * A dump has objects that controllers write, which are no part of a plan.
 * @param unchecked what `lint` reports @param known what the plan reports already
 */
export function ofUncheckedObjects(unchecked: readonly NotEvaluated[], known: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const textOf = ({ file, line, reason }: NotEvaluated): string => JSON.stringify([file, line, reason]);
  const told = new Set(known.map(textOf));
  return unchecked.filter(
    (entry) => entry.fleetObject === true && entry.object !== undefined && !isSystemKind(entry.object) && !told.has(textOf(entry)),
  );
}

/** Objects in manifests that only KubeFleet's controllers write, such as a Work: the plan is without them. */
export function ofControllerObjects({ manifests }: Pick<ReadResult, 'manifests'>): readonly NotEvaluated[] {
  const written = manifests.filter(
    ({ object }) => isFleetGroup(groupOf(object.apiVersion)) && isSystemKind(object) && !isFromServer(object),
  );
  return written.map((manifest) => ({ ...unevaluated(manifest, WRITTEN), fleetObject: true }));
}

const WRITTEN = "Only KubeFleet's controllers write objects of this kind, so the plan is without it.";

/**
 * The entries, with one for each file that the hub refuses because of its syntax: the plan is without what the author meant. The entry that
 * a file already has becomes it.
 */
export function withRefusedTexts(entries: readonly NotEvaluated[], findings: readonly Finding[]): readonly NotEvaluated[] {
  const refused = findings.filter((finding) => finding.rule === 'yaml-syntax' && isCounted(finding, 'objects'));
  const files = new Set(refused.map(({ file }) => file));
  const known = new Set(entries.filter(isOfText).map(({ file }) => file));
  const more = refused.flatMap(({ file, line, message, state }): NotEvaluated[] => {
    if (known.has(file)) return [];
    known.add(file);
    const since = state === undefined ? {} : { state: state === 'new' ? ('new' as const) : ('unchanged' as const) };
    return [{ file, line, reason: `${message} The plan may lack what this file makes.`, ...since, fleetObject: true }];
  });
  return [...entries.map((entry) => (files.has(entry.file) && isOfText(entry) ? { ...entry, fleetObject: true } : entry)), ...more];
}

function isOfText({ reason }: NotEvaluated): boolean {
  return reason === UNRESOLVED.reason || reason === NOT_PARSED;
}

/**
 * Separates the placements that existed before. Whether the change removes them from clusters is not known, and that must not be treated
 * as a no. So is what the base deployed and could not read. The other entries do not change.
 */
export function removalsOpen(
  unplanned: readonly NotEvaluated[],
  input: Pick<StaticInput, 'read' | 'base' | 'undeployed' | 'unplanned'>,
  invocation: Invocation,
): Record<'open' | 'rest', readonly NotEvaluated[]> {
  const before = new Set((input.base?.manifests ?? []).map(objectKeyOf));
  const { open = [], rest = [] } = Object.groupBy(unplanned, ({ object }) =>
    object !== undefined && before.has(objectKey(object)) ? 'open' : 'rest',
  );
  const unread = [...removalsNotRead(input), ...removalsNotReadAtBase(input, invocation)];
  return { open: [...open.map((entry) => ({ ...entry, fleetObject: true })), ...unread], rest };
}

/**
 * Adds such removals to the entries that lint could not evaluate. If lint already reports a placement because of missing clusters, there
 * is one entry, and it can fail the run.
 */
export function withRemovalsOpen(entries: readonly NotEvaluated[], open: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const left = new Map(open.map((entry) => [keyOf(entry), entry]));
  const counting = entries.map((entry) =>
    entry.missing === 'clusters' && left.delete(keyOf(entry)) ? { ...entry, fleetObject: true } : entry,
  );
  return [...counting, ...left.values()];
}

function keyOf({ file, object }: NotEvaluated): string {
  return `${file}\0${object === undefined ? '' : objectKey(object)}`;
}
