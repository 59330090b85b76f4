/** The what-if scheduler decides what a real hub decided: picked clusters, scores, reasons and messages, step after step. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { scheduleCases } from '../conformance/schedule-oracle.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/schedule');

describe('recorded scheduler cases have the same result', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    it(file, () => {
      const steps = [...scheduleCases(path.join(folder, file))].filter((step) => step.kind === 'compared');
      expect(steps.length).toBeGreaterThan(0);
      for (const { id, step, hub, here } of steps) expect(here, `${id} step ${String(step)}`).toBe(hub);
    });
  }
});
