import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GateReport, Rollback } from '../../report.ts';

export const ROLLBACK_TITLE = 'How to go back to former content (fleet-gate does not do it)';

/** One line for each placement, for formats without room for steps. Untrusted text. */
export function rollbackLines(gate: GateReport | undefined): readonly string[] {
  return (gate?.rollback ?? []).map(({ placement, message }) => `to go back to former content of ${displayName(placement)}: ${message}`);
}

/** The most objects that a line names. */
const SHOWN = 10;

/** `would change Deployment/shop/web`: a line for each kind of change; empty if the snapshots are not known. Untrusted text. */
export function undoLines({ undoes }: Rollback): readonly string[] {
  if (undoes === undefined) return [];
  const { from, to, added, changed, removed } = undoes;
  const line = (what: string, objects: readonly ObjectRef[]): readonly string[] =>
    objects.length === 0 ? [] : [`${what} ${listed(objects.map(displayName), SHOWN)}`];
  const lines = [...line('would change', changed), ...line('would remove', removed), ...line('would bring back', added)];
  const snapshots = `resource snapshot ${String(from)} to ${String(to)}`;
  return lines.length === 0 ? [`${snapshots}: the same content`] : lines.map((each) => `${snapshots}: ${each}`);
}
