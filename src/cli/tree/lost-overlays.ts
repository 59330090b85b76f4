import type { NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { placedContent } from '../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { isOfTurnedOff } from '../../static/read/turned-off-templates.ts';

/**
 * Marks the overlays that are not rendered any longer and brought an object of KubeFleet or content of a placement at the base: what they bring
 * now is not known, so the run fails. Those that the base did not render either, for the same reason, stay as they are, and so do templates
 * of charts that the change turns off by a value.
 */
export function withLostOverlays(read: ReadResult, base: ReadResult): ReadResult {
  const before = new Set(base.notEvaluated.map(keyOf));
  const isPlaced = placedContent([...read.manifests, ...base.manifests]);
  const brought = (overlay: string): ReadResult['manifests'] =>
    base.manifests.filter(({ file, overlay: own }) => own === overlay || base.built?.users(file).includes(overlay) === true);
  const isTurnedOff = isOfTurnedOff(read, base);
  const isLost = (entry: NotEvaluated): boolean =>
    entry.fleetObject !== true &&
    !before.has(keyOf(entry)) &&
    !isTurnedOff(entry) &&
    (entry.rendered?.overlays ?? []).some((overlay) => {
      const manifests = brought(overlay);
      return manifests.some(({ object }) => isFleetObject(object)) || isPlaced({ namespaces: [], manifests });
    });
  const notEvaluated = read.notEvaluated.map((entry) => (isLost(entry) ? { ...entry, fleetObject: true as const } : entry));
  return { ...read, notEvaluated };
}

function keyOf({ file, reason }: NotEvaluated): string {
  return `${file}\n${reason}`;
}
