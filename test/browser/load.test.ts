/** Pages of large reports: how soon they show something, and how soon a filter answers. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.ts';
import type { Report } from '../../src/report.ts';
import { SCENES } from '../support/reports/report-scenes.ts';
import { CHROMIUM, launchBrowser, openPage } from './browser.ts';

const EMPTY = '<!doctype html><html lang="en"><title>x</title><p>x</p></html>\n';
/** Ten times what a laptop takes: a machine that does much beside this must not fail it, and what is quadratic takes minutes. */
const MOST = { ratio: 100, answer: 3000 };
const CLUSTERS = 1000;
const PLACEMENTS = 100;

const { lint, gate } = SCENES;
let browser: Browser;

describe.skipIf(CHROMIUM === undefined)('a page of', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.each([
    ['10,000 findings', findings(10_000), { text: 'team-77/' }, /^1\d\d of 10\d\d\d rows$/],
    [`${PLACEMENTS} placements on ${CLUSTERS} clusters`, rollout(), { cluster: 'member-77' }, /^100 of 100 rows$/],
  ])('%s shows something at once, and its filters answer', async (name, report, choice, told) => {
    const html = renderHtml(report);
    const empty = median(await paints(EMPTY));
    const full = median(await paints(html));
    const answer = await answerTime(html, choice, told);
    const said = `${name}, ${Math.round(html.length / 1e5) / 10} MB: first paint ${full} ms (${Math.round((10 * full) / empty) / 10} times an empty page), a filter answers in ${answer} ms`;
    process.stdout.write(`${said}\n`);
    expect(full / empty, said).toBeLessThan(MOST.ratio);
    expect(answer, said).toBeLessThan(MOST.answer);
  });
});

/** First paints of a few openings, in milliseconds; the very first, which warms up the browser, is left out. */
async function paints(html: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const { page, close } = await openPage(browser, html);
    await page.waitForFunction("performance.getEntriesByName('first-paint').length > 0");
    times.push(Math.round(await page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")));
    await close();
  }
  return times.slice(1);
}

/** From the choice until the frame with the rows, without the page's delay for further letters. */
async function answerTime(html: string, choice: Readonly<Record<string, string>>, told: RegExp): Promise<number> {
  const { page, close } = await openPage(browser, html);
  const [[field, value] = ['', '']] = Object.entries(choice);
  const time = await page.evaluate<number>(`new Promise((resolve) => {
    const input = document.querySelector('#filters [name=${field}]');
    const shown = document.querySelector('#shown');
    new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))).observe(shown, { childList: true, characterData: true, subtree: true });
    input.value = ${JSON.stringify(value)};
    const start = performance.now();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  })`);
  expect(await page.locator('#shown').textContent()).toMatch(told);
  await close();
  return Math.round(time);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function findings(count: number): Report {
  const [finding] = lint?.lint?.findings ?? [];
  if (lint?.lint === undefined || finding === undefined) throw new Error('the scene lost its findings');
  const many = Array.from({ length: count }, (_, index) => ({
    ...finding,
    file: `apps/team-${index % 97}/web-${index}.yaml`,
    line: index + 1,
  }));
  return { ...lint, lint: { ...lint.lint, findings: many } };
}

/** Every cluster of every placement, with what the timeline of such a gate keeps. */
function rollout(): Report {
  const [placement] = gate?.gate?.placements ?? [];
  const [cluster] = placement?.clusters ?? [];
  if (gate?.gate === undefined || placement === undefined || cluster === undefined) throw new Error('the scene lost its placements');
  const objects = Array.from({ length: PLACEMENTS }, (_, index) => ({ ...placement.object, name: `web-${index}` }));
  const clusters = Array.from({ length: CLUSTERS }, (_, index) => ({ ...cluster, name: `member-${index}` }));
  const timeline = Array.from({ length: 20_000 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 20) + index * 50).toISOString(),
    object: objects[index % PLACEMENTS] ?? placement.object,
    cluster: `member-${Math.floor(index / PLACEMENTS) % 100}`,
    stage: 'Applied',
    to: index < 10_000 ? 'waiting' : 'failed',
  }));
  return { ...gate, gate: { ...gate.gate, placements: objects.map((object) => ({ ...placement, object, clusters })), timeline } };
}
