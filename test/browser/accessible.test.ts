/** Pages without violations of the rules of axe, in light and dark, on a phone and a screen, with all folds open. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.ts';
import type { Report } from '../../src/report.ts';
import { comparedReport } from './compared-report.ts';
import { CHROMIUM, launchBrowser, openPage } from './browser.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const GOLDEN = join(import.meta.dirname, '../../fixtures/report');
const pages = ['hostile', 'plan-with-base', 'lint-findings', 'gate-waiting-for-person'].map(
  (name) => [name, renderHtml(JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), 'utf8')) as Report)] as const,
);
const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

let browser: Browser;

describe.skipIf(CHROMIUM === undefined)('axe finds nothing', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  describe.each(looks)('$colorScheme, $width px', ({ colorScheme, width }) => {
    test.each([...pages, ['everything', renderHtml(comparedReport())] as const])('%s', async (_, html) => {
      const { page, close } = await openPage(browser, html, { colorScheme, viewport: { width, height: 800 } });
      await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await close();
    });
  });

  test('and finds what is wrong', async () => {
    const { page, close } = await openPage(browser, '<!doctype html><html><title>x</title><main><input></main></html>');
    expect(await violationsOf(page)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^label: /), expect.stringMatching(/^html-has-lang: /)]),
    );
    await close();
  });
});

async function violationsOf(page: Awaited<ReturnType<typeof openPage>>['page']): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}
