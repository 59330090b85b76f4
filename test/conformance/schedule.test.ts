/** The what-if scheduler against real hubs: every case and every sequence step of TRUTH_DIR/oracle/schedule. */
import { describe, expect, it } from 'vitest';

import { isMissing, truthNames, truthPath } from '../support/truth.ts';
import { scheduleCases, type Comparison } from './schedule-oracle.ts';

describe.skipIf(isMissing('oracle/schedule'))('scheduler oracle', () => {
  for (const version of truthNames('oracle/schedule', (name) => !name.includes('.md'))) {
    it(version, () => {
      const files = truthNames(`oracle/schedule/${version}`, (name) => name.endsWith('.jsonl'));
      let [agreed, skipped, cautioned] = [0, 0, 0];
      const disagreed: Comparison[] = [];
      for (const file of files) {
        for (const comparison of scheduleCases(truthPath('oracle/schedule', version, file))) {
          if (comparison.kind === 'skipped') skipped += 1;
          else if (comparison.kind === 'ambiguous') {
            expect(comparison.cautioned, comparison.id).toBe(true);
            cautioned += 1;
          } else if (comparison.hub === comparison.here) agreed += 1;
          else disagreed.push(comparison);
        }
      }
      const smallest = disagreed.toSorted((a, b) => a.size - b.size).slice(0, 3);
      const examples = smallest.map(({ id, step, hub, here }) => `\n${id} step ${String(step)}\nhub: ${hub}\nhere: ${here}\n`);
      const counts = `${String(agreed)} agreed, ${String(disagreed.length)} disagreed, ${String(cautioned)} ambiguous and cautioned, ${String(skipped)} refused or racy`;
      process.stdout.write(`scheduler ${version}: ${counts}${examples.join('')}\n`);
      expect(agreed).toBeGreaterThan(0);
      expect(disagreed.map(({ id, step }) => `${id} step ${String(step)}`)).toEqual([]);
    });
  }
});
