import { withoutGoPrint } from '../../fleet/kubernetes/go-print.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { Unpicked } from '../../schedule/decision.ts';

const SHOWN = 3;

/** Why clusters were not picked, the most frequent reason first, each with its first clusters. */
export function refusalsText(unpicked: readonly Unpicked[]): string {
  // The age of the last heartbeat differs on every cluster.
  const byReason = [...Map.groupBy(unpicked, ({ reason }) => reason.replace(/ [\d.]+ minutes ago/, '')).values()];
  const commonest = byReason.toSorted((a, b) => b.length - a.length);
  const shown = commonest.slice(0, SHOWN).map(
    (clusters) =>
      `${listed(
        clusters.map(({ cluster }) => cluster),
        SHOWN,
      )}: ${withoutGoPrint(clusters[0]?.reason ?? '')}`,
  );
  const rest = byReason.length - SHOWN;
  return [...shown, ...(rest > 0 ? [`and ${rest} more ${rest === 1 ? 'reason' : 'reasons'}`] : [])].join('; ');
}
