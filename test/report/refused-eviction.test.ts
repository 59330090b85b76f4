/** A gate that fails only because of an eviction: the rollout passed, and the report must not read as a pass. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatedByVerdict } from '../../src/report/facts/gate/gated.ts';
import { gatedWord } from '../../src/report/facts/gate/refused-eviction.ts';
import { render } from '../../src/report/render.ts';
import type { GatedPlacement, Report } from '../../src/report.ts';

const file = join(import.meta.dirname, '../../fixtures/scenes/gate-eviction-blocked.json');
const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
const gate = report.gate ?? never();
const blocked = gate.placements[0] ?? never();
const other: GatedPlacement = { ...blocked, object: { ...blocked.object, name: 'other' }, diagnoses: [] };
/** Beside one that passed and one that waits. */
const among: Report = { ...report, gate: { ...gate, placements: [other, { ...other, verdict: 'waiting' }, blocked] } };

function never(): never {
  throw new Error('the scene lost its placement');
}

test('is reported as what failed, with the verdict of the rollout beside it', () => {
  expect(gatedWord(blocked)).toBe('eviction failed, rollout passed');
  expect(gatedWord({ ...blocked, verdict: 'waiting' })).toBe('eviction failed, rollout waiting');
  expect(gatedWord(other)).toBe('passed');
});

test('comes before what passed and what waits', () => {
  expect(gatedByVerdict(among.gate ?? never()).map(({ object: { name }, verdict }) => [name, verdict])).toEqual([
    ['fraud-m4', 'passed'],
    ['other', 'waiting'],
    ['other', 'passed'],
  ]);
});

test.each([report, among])('has its cause expanded before the clusters in markdown, on the page and in text', (each) => {
  const order = (text: string, ...signs: readonly string[]): readonly number[] => signs.map((sign) => text.indexOf(sign));
  const markdown = render(each, 'markdown');
  const page = render(each, 'html').replace(/^.*<body/s, '');
  const text = render(each, 'text');
  for (const places of [
    order(markdown, '#### ❌ eviction failed, rollout passed', '<details open>', '<code>eviction-not-executed</code>', 'm1 ░'),
    order(page, 'eviction failed, rollout passed', '<details class="cause terminal" open', '<b>m1</b>'),
    order(text, '\neviction failed, rollout passed  ClusterResourcePlacement/fraud-m4', '[eviction-not-executed', '  m1 ░'),
  ]) {
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});
