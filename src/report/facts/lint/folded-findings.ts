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
 * list. The order is that of the first of each.
 */
export function foldedFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  return [...Map.groupBy(findings, keyOf).values()].flatMap((alike) => {
    const [finding, ...others] = alike;
    if (finding === undefined) return [];
    return alike.length < LEAST ? alike.map((each) => ({ finding: each, others: [] })) : [{ finding, others }];
  });
}

/** `also at a.yaml:3, b.yaml:5 and 20 more places`. */
export function otherPlaces({ others }: FoldedFinding): string | undefined {
  return others.length === 0
    ? undefined
    : `also at ${listed(others.map(placeOf), SHOWN, others.length === SHOWN + 1 ? 'place' : 'places')}`;
}

function keyOf({ rule, message, remedy, severity, effect, state, later, open }: Finding): string {
  return JSON.stringify([rule, withoutIndex(message), withoutIndex(remedy), severity, effect, state, later, open]);
}

function withoutIndex(text: string): string {
  // linear: a digit is not a bracket.
  return text.replaceAll(/\[\d+\]/g, '[]');
}
