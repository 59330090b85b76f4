/** The filters of a page as people use them: by keyboard, by an address, and not at all if scripts are off. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.ts';
import type { Report } from '../../src/report.ts';
import { comparedReport } from './compared-report.ts';
import { CHROMIUM, launchBrowser, openPage } from './browser.ts';

const report = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8')) as Report;
const html = renderHtml(report);
let browser: Browser;

describe.skipIf(CHROMIUM === undefined)('the filters of a page', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('can be used with the keyboard, and show how many rows are left', async () => {
    const { page, faults, close } = await openPage(browser, html);
    expect(await shown(page)).toBe('17 rows');
    await page.keyboard.press('/');
    await page.keyboard.type('PATCH path');
    await expect.poll(() => shown(page)).toBe('1 of 17 rows');
    expect(await visibleRows(page)).toEqual([expect.stringContaining('The patch path /spec/replica does not exist')]);
    // A heading without rows is hidden.
    expect(await visibleTexts(page, 'main section[data-group] > h2')).toEqual(['4 findings']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toBe('17 rows');
    expect([await page.locator('#filters [name=text]').inputValue(), page.url()]).toEqual(['', expect.stringMatching(/\.html$/)]);
    // A screen reader announces it, like every status.
    expect(await page.getByRole('status').textContent()).toBe('17 rows');
    expect(faults).toEqual([]);
    await close();
  });

  test('select a cluster, a placement, a verdict and a rule', async () => {
    const { page, close } = await openPage(browser, html);
    expect(await optionsOf(page, 'cluster')).toEqual(['all', 'east-1', 'east-2', 'west-1', 'west-2']);
    await choose(page, 'cluster', 'west-2');
    await expect.poll(() => shown(page)).toBe('2 of 17 rows');
    // Within a placement only the cluster and its causes are left.
    expect(await visibleTexts(page, '.clusters > li > b')).toEqual(['west-2']);
    expect(await visibleTexts(page, '.cause > summary b')).toEqual(['The rollout waits for maxUnavailable']);
    await choose(page, 'cluster', 'east-1');
    await choose(page, 'placement', 'ResourcePlacement/shop/cart');
    await expect.poll(() => visibleTexts(page, 'article > h3')).toEqual([expect.stringContaining('ResourcePlacement/shop/cart')]);
    await choose(page, 'placement', '');
    await choose(page, 'cluster', '');
    await choose(page, 'verdict', 'failed');
    await expect.poll(() => visibleTexts(page, '.clusters > li > b')).toEqual(['east-2', 'west-1']);
    // A cause has no verdict, so no choice of a verdict hides it.
    expect(await visibleTexts(page, '.cause > summary b')).toHaveLength(2);
    await choose(page, 'verdict', 'notice');
    await expect.poll(() => visibleRows(page)).toEqual([expect.stringContaining('No probe tells')]);
    await choose(page, 'verdict', '');
    await choose(page, 'rule', 'rollout-max-unavailable');
    await expect.poll(() => visibleTexts(page, '.cause > summary b')).toEqual(['The rollout waits for maxUnavailable']);
    await choose(page, 'verdict', 'notice');
    await expect.poll(() => shown(page)).toBe('None of 17 rows');
    await close();
  });

  test('are kept in the address, which expands what it finds', async () => {
    const first = await openPage(browser, html);
    await choose(first.page, 'verdict', 'suppressed');
    await expect.poll(() => first.page.url()).toMatch(/#verdict=suppressed$/);
    const { hash } = new URL(first.page.url());
    await first.close();
    const { page, close } = await openPage(browser, html, { hash });
    await expect.poll(() => shown(page)).toBe('1 of 17 rows');
    expect(await visibleRows(page)).toHaveLength(1);
    await page.evaluate("location.hash = '#rule=selects-nothing'");
    await expect.poll(() => visibleRows(page)).toEqual([expect.stringContaining('selects 0 of 14 objects')]);
    await page.evaluate("location.hash = ''");
    await expect.poll(() => shown(page)).toBe('17 rows');
    expect(await page.locator('details.fold[open]').count()).toBe(0);
    await close();
  });

  test('do not exist without scripts, and everything else does', async () => {
    const { page, close } = await openPage(browser, html, { javaScriptEnabled: false });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('.copy').first().isVisible()).toBe(false);
    expect((await page.locator('.finding').allTextContents()).length).toBe(6);
    for (const fold of await page.locator('.fold > summary').all()) await fold.click();
    expect(await visibleRows(page)).toHaveLength(17);
    await close();
  });

  test('show the diff of the selected cluster', async () => {
    const { page, close } = await openPage(browser, renderHtml(comparedReport()));
    expect(await visibleTexts(page, '.diff > summary')).toHaveLength(2);
    await choose(page, 'cluster', 'west-1');
    await expect.poll(() => visibleTexts(page, '.diff ins')).toEqual(['+replicas: 5']);
    expect(await visibleTexts(page, '.diff del')).toEqual(['-replicas: 2']);
    await close();
  });

  test('do not prevent copying commands', async () => {
    const { page, close } = await openPage(browser, html, { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.locator('.first .copy');
    await button.click();
    await expect.poll(() => button.textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'kubectl --context east-2 get deployment frontend -n web \\\n  --show-managed-fields -o yaml',
    );
    await close();
  });
});

function shown(page: Page): Promise<string | null> {
  return page.locator('#shown').textContent();
}

function visibleRows(page: Page): Promise<readonly string[]> {
  return visibleTexts(page, '[data-item]');
}

async function visibleTexts(page: Page, selector: string): Promise<readonly string[]> {
  return (await page.locator(selector).filter({ visible: true }).allTextContents()).map((text) => text.trim());
}

function optionsOf(page: Page, field: string): Promise<readonly string[]> {
  return page.locator(`#filters [name=${field}] option`).allTextContents();
}

/** As a person at the keyboard does: the list is in focus, and arrows go through it. */
async function choose(page: Page, field: string, value: string): Promise<void> {
  const list = page.locator(`#filters [name=${field}]`);
  const index = value === '' ? 0 : (await optionsOf(page, field)).indexOf(value);
  await list.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < index; step++) await page.keyboard.press('ArrowDown');
  expect(await list.inputValue()).toBe(value);
}
