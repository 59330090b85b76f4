import { listed } from '../../../fleet/text/listed.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { GateReport } from '../../../report.ts';

/** The most objects that are named. For the others, only their number is shown. */
const NAMED = 5;

/**
 * `not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings`: objects that no followed placement
 * selects, and other placements that do; `undefined` if none.
 */
export function unplacedText({ unplaced = [] }: GateReport): string | undefined {
  if (unplaced.length === 0) return undefined;
  const { elsewhere = [], nowhere = [] } = Object.groupBy(unplaced, ({ selectedBy }) => (selectedBy.length > 0 ? 'elsewhere' : 'nowhere'));
  const parts = [
    ...(nowhere.length === 0
      ? []
      : [
          `not compared with the hub, because no placement that was read selects ${pronoun(nowhere)}: ${listed(
            nowhere.map(({ object }) => displayName(object)),
            NAMED,
          )}`,
        ]),
    ...(elsewhere.length === 0
      ? []
      : [
          `not compared with the hub, because only placements that are not followed select ${pronoun(elsewhere)}: ${listed(
            elsewhere.map(({ object, selectedBy }) => `${displayName(object)} (${selectedBy.map(displayName).join(', ')})`),
            NAMED,
          )}`,
        ]),
  ];
  return parts.join('; ');
}

function pronoun(objects: readonly unknown[]): string {
  return objects.length === 1 ? 'it' : 'them';
}
