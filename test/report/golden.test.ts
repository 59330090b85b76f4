/** The complete output that users see. `vitest -u` rewrites it; read what changed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';
import { SCENES_BY_OUTCOME } from '../support/golden/scenes.ts';
import { shownProgress, shownWays } from '../support/golden/shown-ways.ts';
import { tellScene } from '../support/golden/tell-scene.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
/** Reports with all that the contract has, and with hostile texts: no hub and no tree has all of it at once. */
const WRITTEN = ['everything', 'hostile'];
const scenes = Object.entries(SCENES_BY_OUTCOME).flatMap(([outcome, sources]) =>
  Object.entries(sources).map(([name, source]) => ({ outcome, name, source })),
);

describe('scenes', () => {
  const shown = new Set<string>();

  test.each(scenes)('$name', async ({ outcome, name, source }) => {
    const told = await tellScene(source);
    expect(told.report.outcome).toBe(outcome);
    for (const { ending, text } of [...shownWays(told.report), ...shownProgress(told)]) {
      shown.add(`${name}.${ending}`);
      await expect(text).toMatchFileSnapshot(join(FIXTURES, 'scenes', `${name}.${ending}`));
    }
  });

  test.each(Object.entries(SCENES_BY_OUTCOME))('%s has a scene', (_, sources) => {
    expect(Object.keys(sources)).not.toEqual([]);
  });

  test('no golden file is left over', () => {
    expect(readdirSync(join(FIXTURES, 'scenes')).filter((file) => !shown.has(file))).toEqual([]);
  });
});

describe.each(WRITTEN)('%s', (name) => {
  const report = JSON.parse(readFileSync(join(FIXTURES, 'report', `${name}.json`), 'utf8')) as Report;

  test.each(shownWays(report).filter(({ ending }) => ending !== 'json'))('$ending', async ({ ending, text }) => {
    await expect(text).toMatchFileSnapshot(join(FIXTURES, 'report', `${name}.${ending}`));
  });

  test('json has the same content, in the order of the contract', () => {
    const rendered = render(report, 'json');
    expect(JSON.parse(rendered)).toEqual(report);
    expect(render(JSON.parse(shuffled(rendered)) as Report, 'json')).toBe(rendered);
  });
});

/** The same JSON with the keys of every object in reverse order. */
function shuffled(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (_, value: unknown) => (isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value)),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
