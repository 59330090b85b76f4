import { isRefusedWorkload } from '../../../fleet/kubefleet/refused-workload.ts';
import { displayName, groupOf, isDeleting, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { unseenReason, type HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isBesideContent } from '../../deploy/beside-content.ts';
import { asWanted } from '../../deploy/content/comparable.ts';
import { pointerPath } from '../../deploy/content/pointer-path.ts';
import { deletionOf, deletionText } from '../../deploy/deletion-of.ts';
import { unlikeDeployed } from '../../deploy/deployed-object.ts';
import type { DeployedObject } from '../../deploy/deployed-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { mayBeRewrittenAt } from '../../deploy/rewritten-on-apply.ts';
import { differenceText, replacementEvidence } from '../../deploy/replacement-evidence.ts';
import { leavingSelection } from '../../deploy/leaving-selection.ts';
import { selectionGap } from '../../deploy/selection-gap.ts';
import { isLeftAlone, selectsOf, surroundingsOf } from '../../deploy/selection.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { isActiveRun, isRunOf, runsOf } from '../../view/runs-of.ts';
import type { Observation } from '../observation.ts';
import { msSinceLatest } from '../failing-since.ts';

/** Whether the deploy's content is on the hub, selected and rolled out. */
export function contentObservations(context: PlacementContext): readonly Observation[] {
  const open = unsynced(context);
  const words = { ...snapshotTaker(context), ...(open.some(isUnsynced) ? { isUnsynced: 'true' } : {}) };
  const taken = selectedAndTaken(context).map((seen) =>
    seen.fact === 'content-pending' ? { ...seen, words: { ...seen.words, ...words } } : seen,
  );
  return [...open, ...taken];
}

/**
 * Under strategy External the placement takes no snapshot; its update runs do (KubeFleet pkg/controllers/placement/controller.go,
 * handleResourceSnapshotByStrategy).
 */
function snapshotTaker({ view, hub, deploy = [] }: PlacementContext): { readonly taker?: 'run' | 'none' } {
  if (!view.external) return {};
  const runs = runsOf(hub, view.object);
  const ended = new Set(runs?.filter((run) => !isActiveRun(run)).map(({ metadata }) => metadata.name));
  const isDeployed = deploy.some((manifest) => isRunOf(manifest, view.object) && !ended.has(manifest.metadata.name));
  return { taker: runs?.some(isActiveRun) !== false || isDeployed ? 'run' : 'none' };
}

/** Newer content came to the hub; this does not affect a rollout with its own snapshot. */
export function isSupersession({ fact }: Observation): boolean {
  return fact === 'content-replaced' || fact === 'content-removed' || fact === 'content-held-earlier';
}

/** The hub does not hold an object as deployed, and nothing shows that it ever did. */
export function isUnsynced({ fact }: Observation): boolean {
  return fact === 'content-unsynced';
}

/**
 * The objects that the hub does not hold as deployed: this stage is before all others, and a GitOps controller may still be working on it.
 */
function unsynced({ view, deployed, memory, options }: PlacementContext): readonly Observation[] {
  const pending = deployed.filter((object) => object.state === 'pending');
  return pending.map((object) => {
    const base = { scope: 'placement', step: 'Scheduled', target: view.ref, object: object.ref } as const;
    if (object.trace !== undefined) return { ...base, fact: 'content-held-earlier', ...replacementOf(object) };
    if (isRefused(object)) return { ...base, fact: 'content-refused', evidence: ['it is not on the hub'] };
    const what = object.live === undefined ? 'it is not on the hub yet' : differenceText(object, object.live);
    const evidence = [what, ...(memory.watching ? [] : [NEVER_SEEN])];
    return { ...base, fact: 'content-unsynced', evidence, ...rewrittenWords(object, options.images) };
  });
}

/** Which values the deploy step may have written. `imagesGiven`: the user gave all images that the hub does not have. */
function rewrittenWords(object: DeployedObject, given: readonly string[]): Pick<Observation, 'words'> {
  if (object.isRemoval === true) return { words: { rewritten: 'added', places: object.differsAt ?? '/' } };
  const places = mayBeRewrittenAt(object);
  if (places.length === 0) return {};
  const isImages = places.every((pointer) => pointer.endsWith('/image'));
  const isGiven = isImages && places.every((pointer) => isGivenImage(object, pointer, given));
  return { words: { rewritten: isGiven ? 'imagesGiven' : isImages ? 'images' : 'values', places: listed(places, 3) } };
}

function replacementOf(object: DeployedObject): Pick<Observation, 'evidence' | 'words'> {
  return { evidence: replacementEvidence(object), ...(object.live === undefined ? { words: { absent: 'true' } } : {}) };
}

function isGivenImage({ live, manifest }: DeployedObject, pointer: string, given: readonly string[]): boolean {
  const wanted = pointerPath(pointer, live, asWanted(manifest)).at(-1)?.wanted;
  const references = given.map((text) => text.slice(text.indexOf('=') + 1));
  return typeof wanted === 'string' && references.some((text) => wanted === text || (/^[:@]/.test(text) && wanted.endsWith(text)));
}

function selectedAndTaken(context: PlacementContext): readonly Observation[] {
  const { view, freshness, deployed } = context;
  const base = { scope: 'placement', step: 'Scheduled', target: view.ref } as const;
  const replaced = deployed.filter((object) => object.state === 'replaced');
  if (replaced.length > 0) {
    return replaced.map((object) => ({
      ...base,
      fact: 'content-replaced',
      object: object.ref,
      ...replacementOf(object),
    }));
  }
  const removed = deployed.filter((object) => object.state === 'removed');
  if (removed.length > 0) {
    return removed.map((object) => ({
      ...base,
      fact: 'content-removed',
      object: object.ref,
      evidence: replacementEvidence(object),
      lastedMs: absentSince(context, object),
    }));
  }
  if (deployed.some((object) => object.state === 'pending' && object.trace !== undefined)) return [];
  const leaving = freshness.kind === 'stale' ? leavingContent(context) : [];
  if (leaving.length > 0) return leaving;
  const absent = deployed.filter((object) => object.live === undefined && object.state === 'pending' && !isRefused(object));
  if (absent.length > 0 && freshness.kind !== 'notCarried') return absent.map((object) => pendingObject(context, object));
  const unlike = unlikeDeployed(deployed);
  if (unlike.length > 0) {
    return unlike.map((object) => ({
      ...base,
      fact: 'content-pending',
      object: object.ref,
      evidence: [`the hub's object differs from the deploy at ${object.differsAt ?? '/'}`],
    }));
  }
  if (freshness.kind === 'stale') {
    return [{ ...base, fact: 'content-pending', object: freshness.object ?? view.ref, evidence: [freshness.message] }];
  }
  const group = freshness.kind === 'fresh' ? freshness.group : undefined;
  if (group === undefined ? isEmptyIndex(context) : group.objects.length === 0) {
    // Objects that the selectors now pick will still come, unless a run chooses the snapshot.
    const isChosen = view.external || context.run !== undefined;
    const gap = group === undefined || isChosen ? undefined : selectionGap(context.hub, view.object, [], false);
    if (gap !== undefined) {
      const evidence = [`the newest resource snapshot is empty, ${displayName(refOf(gap.object))} is selected now`];
      return [{ ...base, fact: 'content-pending', object: refOf(gap.object), evidence }];
    }
    const evidence = [view.groups === undefined ? 'status.selectedResources is empty' : 'the newest resource snapshot is empty'];
    const lastedMs = msSinceLatest(context.hub, group?.takenAt);
    const { words, ...seen } = withLeaving(context, evidence);
    // Lint sees what was deployed, and not whether the hub still has it.
    const isDeployed = context.deploy === undefined || deployed.some(({ manifest }) => isContent(manifest));
    return [
      { ...base, fact: 'nothing-selected', object: view.ref, lastedMs, ...seen, words: { ...words, isDeployed: String(isDeployed) } },
    ];
  }
  if (freshness.kind !== 'notCarried') return [];
  return freshness.objects.flatMap((object): readonly Observation[] => {
    const found = deployed.find((candidate) => objectKey(candidate.ref) === objectKey(object));
    if (found?.state === 'pending') return isRefused(found) ? [] : [pendingObject(context, found)];
    const deleted = found?.live === undefined ? undefined : deletionOf(context.hub, found);
    const leaves = deleted === undefined ? undefined : leavingFacts(deleted);
    const unread = unreadText(context.hub, object);
    const words = { ...selectionWords(context, found), ...(unread === undefined ? {} : { unread: 'true' }), ...leaves?.words };
    const evidence = [freshness.message, ...(unread ?? []), ...(leaves?.evidence ?? [])];
    return [{ ...base, fact: 'content-not-carried', object, evidence, words }];
  });
}

/** Why it is not known whether the hub has the object; `undefined` if it is. */
function unreadText(hub: HubState, { apiVersion, kind, namespace }: ObjectRef): readonly string[] | undefined {
  const visibility = hub.visibility({ group: groupOf(apiVersion), kind }, namespace);
  const unseen = unseenReason(visibility);
  return unseen === undefined
    ? undefined
    : [`${kind} on the hub was not read: ${visibility.kind === 'unread' ? 'there is none in the files' : unseen}`];
}

/** Adds an object that would be selected if it were not being deleted. */
function withLeaving({ hub, view }: PlacementContext, evidence: readonly string[]): Pick<Observation, 'evidence' | 'words'> {
  const leaving = leavingSelection(hub, view.object);
  if (leaving === undefined) return { evidence };
  const facts = leavingFacts(leaving);
  return { ...facts, evidence: [...evidence, ...facts.evidence] };
}

/** The content that is being deleted on the hub. A snapshot may still hold it, but none with this deploy will follow. */
function leavingContent({ hub, view, deployed }: PlacementContext): readonly Observation[] {
  const content = deployed.filter(({ live, manifest }) => live !== undefined && isContent(manifest));
  return content.flatMap((object): readonly Observation[] => {
    const deleted = deletionOf(hub, object);
    if (deleted === undefined) return [];
    const base = { scope: 'placement', step: 'Scheduled', target: view.ref } as const;
    return [{ ...base, fact: 'content-removed', object: object.ref, ...leavingFacts(deleted) }];
  });
}

function isContent(manifest: KubeObject): boolean {
  return !isBesideContent(manifest) && !isPlacement(manifest);
}

function leavingFacts(deleted: KubeObject): Required<Pick<Observation, 'evidence' | 'words'>> {
  return { evidence: [deletionText(deleted)], words: { leaving: displayName(refOf(deleted)) } };
}

/** The minimum time in ms since the hub lost it: a snapshot holds only existing objects. */
function absentSince({ hub, view }: PlacementContext, { ref }: DeployedObject): number | undefined {
  const newest = view.groups?.[0];
  const isHeld = newest?.objects.some((object) => objectKey(refOf(object)) === objectKey(ref));
  return isHeld === false ? msSinceLatest(hub, newest?.takenAt) : undefined;
}

/** It does not exist because the hub refuses to create it, and there is no trace that it ever existed. */
function isRefused({ live, ref, state, trace }: DeployedObject): boolean {
  return state === 'pending' && live === undefined && trace === undefined && isRefusedWorkload(ref);
}

/** A single evaluation cannot distinguish a deploy that has not arrived yet from one that newer content has replaced. */
const NEVER_SEEN = 'nothing shows that the hub has ever had it: it may still be on its way, or something newer has replaced it';

function pendingObject(context: PlacementContext, object: DeployedObject): Observation {
  return {
    scope: 'placement',
    step: 'Scheduled',
    target: context.view.ref,
    fact: 'content-pending',
    object: object.ref,
    evidence: ['it is not on the hub yet'],
  };
}

/** Whether the selectors pick the object, as the hub holds it or as it was deployed; all false if this is not known. */
function selectionWords(
  { view, hub }: PlacementContext,
  object: DeployedObject | undefined,
): Readonly<Record<'missed' | 'picked' | 'neverPlaced', string>> {
  const held = object?.live ?? object?.manifest;
  const selection = held && selectsOf(view.object, surroundingsOf(hub, []))(held);
  const isLeftOut = held !== undefined && selection?.kind === 'leftOut';
  const isMissed = isLeftOut || (selection !== undefined && isLeftAlone(selection));
  // Objects that are being deleted are not selected either.
  const isNeverPlaced = isLeftOut && !isDeleting(held);
  return { missed: String(isMissed), picked: String(selection?.kind === 'selected'), neverPlaced: String(isNeverPlaced) };
}

/**
 * The placement selected nothing when it last resolved its selectors. Objects that they have picked on the hub since then will still come.
 */
function isEmptyIndex({ view, freshness, hub }: PlacementContext): boolean {
  if (view.groups === undefined) return freshness.kind !== 'stale' && view.selected.size === 0;
  const isEmpty =
    freshness.kind === 'notCarried' && view.groups.some((group) => group.index === freshness.index && group.objects.length === 0);
  return isEmpty && selectionGap(hub, view.object, [], false) === undefined;
}
