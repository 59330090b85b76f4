/** The admission twin against real hubs: every case of TRUTH_DIR/oracle/admission that decoding or the structural schema decides. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { contractFor } from '../../src/admission/contracts/contract.ts';
import { admitCreate } from '../../src/admission/judge.ts';
import { admissionCases, answeredObject, compare, type Disagreement, type Tally } from './admission-oracle.ts';

const folder = path.resolve(process.env['TRUTH_DIR'] ?? '../shared', 'oracle/admission');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];

describe('admission oracle', () => {
  if (files.length === 0) {
    it('is not there: nothing is compared', () => {
      process.stdout.write(`admission oracle: no cases in ${folder}\n`);
      expect(existsSync(folder)).toBe(false);
    });
  }
  for (const file of files) {
    it(file, () => {
      const tally: Tally = { agreed: 0, denied: 0, sameWords: 0, elsewhere: 0, outOfScope: 0 };
      const disagreements: Disagreement[] = [];
      for (const judgement of admissionCases(path.join(folder, file))) disagreements.push(...compare(judgement, tally));
      const smallest = disagreements.toSorted((a, b) => a.size - b.size).slice(0, 5);
      const counts = [
        `${String(tally.agreed)} agreed (of ${String(tally.denied)} denied creates ${String(tally.sameWords)} word for word)`,
        `${String(tally.elsewhere)} denied by CEL or webhooks: not yet judged here`,
        `${String(tally.outOfScope)} out of scope`,
        `${String(disagreements.length)} disagreed`,
      ];
      const examples = smallest.map(
        (found) => `\n  ${found.id} ${found.profile} "${found.mutation}": hub ${found.hub} / here ${found.here}`,
      );
      process.stdout.write(`${file}: ${counts.join(', ')}${examples.join('')}\n`);
      expect(disagreements.filter(({ falseDenial }) => falseDenial)).toEqual([]);
      expect(disagreements).toEqual([]);
    });

    it(`${file}: what the next layer judges is what the hub stored`, () => {
      for (const judgement of admissionCases(path.join(folder, file))) {
        const stored = judgement.op === 'create' && judgement.verdict === 'allow' && !judgement.raw;
        if (!stored || contractFor(judgement.object, judgement.profile) === undefined) continue;
        const { object } = admitCreate(judgement.object, judgement.profile, judgement);
        expect({ ...object, metadata: undefined }, judgement.id).toEqual(answeredObject(judgement));
      }
    });
  }
});
