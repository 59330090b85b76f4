import type { Finding } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { placeOf } from '../words/words.ts';

/** A finding, and the other places of which the same is said. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/** Fewer are easier to read one by one. */
const LEAST = 4;
/** The number of places in a sentence. */
const SHOWN = 5;

/**
 * Findings with the same rule, message and remedy as one, where at least four have them. Messages may differ in the index of an entry of a
 * list, and in the number or boolean that the entry is. The order is that of the first of each. If the hub reports some of them only after
 * the other errors are fixed, one that it reports first is shown.
 */
export function foldedFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  return [...Map.groupBy(findings, keyOf).values()].flatMap((same) => {
    const [finding, ...others] = same.toSorted((a, b) => Number(a.later === true) - Number(b.later === true));
    if (finding === undefined) return [];
    return same.length < LEAST ? same.map((each) => ({ finding: each, others: [] })) : [{ finding, others }];
  });
}

/** `also at a.yaml:3, b.yaml:5 and 20 more places`. */
export function otherPlaces({ others }: FoldedFinding): string | undefined {
  return others.length === 0
    ? undefined
    : `also at ${listed(others.map(placeOf), SHOWN, others.length === SHOWN + 1 ? 'place' : 'places')}`;
}

function keyOf({ rule, message, remedy, severity, effect, state, open }: Finding): string {
  return JSON.stringify([rule, withoutEntry(message), INDEX.test(message) ? withoutValue(remedy) : remedy, severity, effect, state, open]);
}

const INDEX = /\[\d+\]/;

/** Without the index of an entry of a list, and the value of such an entry in brackets. Names are in quotes or code, and stay. */
function withoutEntry(message: string): string {
  // linear: a digit is not a bracket.
  return INDEX.test(message) ? message.replaceAll(/\[\d+\]|\((?:-?\d[-+.\de]*|true|false)\)/g, '[]') : message;
}

function withoutValue(remedy: string): string {
  // linear: no sign of the value is a quote.
  return remedy.replaceAll(/\[\d+\]|"(?:-?\d[-+.\de]*|true|false)"/g, '[]');
}
