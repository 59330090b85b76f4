import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedAt, movedToUnread } from '../../../static/read/deployers/moved-to-unread.ts';
import { mayHold, stillHeld } from '../../../static/read/still-held.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { isOfConditional } from '../../../static/read/conditional-templates.ts';
import { isOfTurnedOff } from '../../../static/read/turned-off-templates.ts';

/**
 * Marks what cannot be read any longer and had an object of KubeFleet or content of a placement at the base: overlays that are not rendered,
 * objects and files. What is in them now is not known, so the run fails. What the base could not read either, for the same reason, stays as it is, and
 * so do templates of charts that the change turns off by a value, that it moves, or that another release makes.
 * @param base with its worlds, as the tree has them
 */
export function withLostContent(read: ReadResult, base: ReadResult): ReadResult {
  const before = countsOf(base);
  const now = countsOf(read);
  const isPlaced = placedContent([...read.manifests, ...base.manifests]);
  const isHeld = stillHeld(base, read);
  const moved = movedToUnread(read, base, () => true);
  const ofOverlay = (overlay: string): ReadResult['manifests'] =>
    base.manifests.filter(({ file, overlay: own }) => own === overlay || base.built?.users(file).includes(overlay) === true);
  const ofFile = (file: string): ReadResult['manifests'] =>
    base.manifests.filter((manifest) => manifest.file === file && mayHold(read, manifest) && !isHeld(manifest));
  const isTurnedOff = isOfTurnedOff(read, base);
  const isConditional = isOfConditional(read, base);
  const counts = (manifests: ReadResult['manifests']): boolean =>
    manifests.some(({ object }) => isFleetObject(object)) || isPlaced({ namespaces: [], manifests });
  const isLost = (entry: NotEvaluated): boolean => {
    if (entry.fleetObject === true || entry.missing !== undefined || isTurnedOff(entry) || isConditional(entry)) return false;
    const places = (entry.rendered?.overlays ?? []).flatMap((overlay) => moved.get(overlay) ?? []);
    // Its deployer deployed something else at the base, so it does not matter that this was not read either.
    if (counts(base.manifests.filter(deployedAt(places)))) return true;
    const [old, all] = [before.get(keyOf(entry)) ?? 0, now.get(keyOf(entry)) ?? 0];
    // What is only about one object leaves the others of its overlay as they are.
    const isMeant = (manifest: Manifest): boolean =>
      entry.object === undefined || (manifest.file === entry.file && manifest.object.kind === entry.object.kind && !isHeld(manifest));
    if (old === 0 && (entry.rendered?.overlays ?? []).some((overlay) => counts(ofOverlay(overlay).filter(isMeant)))) return true;
    return all > old && counts(ofFile(entry.file));
  };
  const notEvaluated = read.notEvaluated.map((entry) => (isLost(entry) ? { ...entry, fleetObject: true as const } : entry));
  return { ...read, notEvaluated };
}

function countsOf({ notEvaluated }: ReadResult): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(notEvaluated, keyOf)].map(([key, all]) => [key, all.length]));
}

function keyOf({ file, reason }: NotEvaluated): string {
  return `${file}\n${reason}`;
}
