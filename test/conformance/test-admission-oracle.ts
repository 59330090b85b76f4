import { describe, expect, it } from 'vitest';

import { profileContracts } from '../../src/admission/contracts/contract.ts';
import { admitCreate } from '../../src/admission/judge.ts';
import { isMissing, truthNames } from '../support/truth.ts';
import { discoveredKinds } from './discovered-kinds.ts';
import { admissionCases, answeredObject, compare, unreadableCases, type Disagreement, type Tally } from './admission-oracle.ts';

const SHOWN = Number(process.env['SHOWN'] ?? 5);
const RANK = { 'false denial': 0, missed: 1, 'other causes': 2 } as const;

/**
 * Tests the admission twin against real hubs: the cases of TRUTH_DIR/oracle/admission that the manifests decide.
 * `every` is 1 for all of them, or N for a sample of each Nth one.
 */
export function testAdmissionOracle(every: number): void {
  describe.skipIf(isMissing('oracle/admission'))('admission oracle', () => {
    for (const file of truthNames('oracle/admission', (name) => name.endsWith('.jsonl'))) {
      it(file, () => {
        const tally: Tally = { agreed: 0, denied: 0, sameWords: 0, beyond: new Map(), needsDiscovery: new Map() };
        const disagreements: Disagreement[] = [];
        for (const judgement of admissionCases(file, every))
          disagreements.push(...compare(judgement, discoveredKinds(judgement.release), tally));
        const smallest = disagreements.toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || a.size - b.size).slice(0, SHOWN);
        const counts = [
          `${String(tally.agreed)} agreed (of ${String(tally.denied)} denied ${String(tally.sameWords)} word for word)`,
          ...(tally.needsDiscovery.size > 0 ? [`of these ${String(tally.needsDiscovery.size)} only with the hub's discovery`] : []),
          `${String(disagreements.length)} disagreed`,
        ];
        const examples = smallest.map(
          (found) => `\n  ${found.kind}: ${found.id} ${found.profile} "${found.mutation}": hub ${found.hub} / here ${found.here}`,
        );
        const unreadable = unreadableCases(file);
        const open = [
          ...[...tally.needsDiscovery].map(([id, context]) => `\n  needs discovery: ${id}: ${context}`),
          ...[...tally.beyond, ...(unreadable.length > 0 ? [['no JSON object with a version', unreadable] as const] : [])].map(
            ([reason, ids]) => `\n  not compared: ${reason}: ${[...ids].join(' ')}`,
          ),
        ];
        process.stdout.write(`${file}: ${counts.join(', ')}${examples.join('')}${open.join('')}\n`);
        expect(disagreements).toEqual([]);
        // A custom kind the hub lacks is named in no manifest.
        expect(tally.needsDiscovery.size).toBeLessThan(Math.max(1, tally.agreed / 100));
      });

      it(`${file}: the input of the next layer is what the hub stored`, () => {
        for (const judgement of admissionCases(file, every)) {
          const stored = judgement.op === 'create' && judgement.verdict === 'allow' && !judgement.raw;
          if (!stored || profileContracts(judgement.profile).find(judgement.object) === undefined) continue;
          const { object } = admitCreate(judgement.object, judgement.profile, judgement);
          expect({ ...object, metadata: undefined }, judgement.id).toEqual(answeredObject(judgement));
        }
      });
    }
  });
}
