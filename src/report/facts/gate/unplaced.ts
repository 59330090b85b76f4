import { listed } from '../../../fleet/text/listed.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { GateReport } from '../../../report.ts';

/** Objects that are named; the others are counted. */
const NAMED = 5;

/** `placed nowhere: ConfigMap/shpo/settings`: what no followed placement selects, with the placements that do; `undefined` if there is nothing. */
export function unplacedText({ unplaced = [] }: GateReport): string | undefined {
  if (unplaced.length === 0) return undefined;
  const { elsewhere = [], nowhere = [] } = Object.groupBy(unplaced, ({ selectedBy }) => (selectedBy.length > 0 ? 'elsewhere' : 'nowhere'));
  const parts = [
    ...(nowhere.length === 0
      ? []
      : [
          `placed nowhere: ${listed(
            nowhere.map(({ object }) => displayName(object)),
            NAMED,
          )}`,
        ]),
    ...(elsewhere.length === 0
      ? []
      : [
          `placed by placements that are not followed: ${listed(
            elsewhere.map(({ object, selectedBy }) => `${displayName(object)} (${selectedBy.map(displayName).join(', ')})`),
            NAMED,
          )}`,
        ]),
  ];
  return parts.join('; ');
}
