/** For any report, its page sends no request and runs only its own script. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { SCENES } from '../support/reports/report-scenes.ts';
import { SOURCE } from '../support/reports/format-parsers.ts';
import { placesOf, withText } from '../support/reports/text-places.ts';
import { CHROMIUM, launchBrowser, openPage } from './browser.ts';

let browser: Browser;

describe.skipIf(CHROMIUM === undefined)('a page', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.each(Object.entries(SCENES))('with hostile texts at every place is shown, not run: %s', async (_, scene) => {
    let next = 0;
    // Each place gets its own share of the texts, in turn.
    const hostile = placesOf(scene).reduce((report, place) => {
      const texts = Array.from({ length: 3 }, () => HOSTILE_STRINGS[next++ % HOSTILE_STRINGS.length] ?? '');
      return withText(report, place, texts.join(' '));
    }, scene);
    const html = renderHtml(hostile, { source: SOURCE });
    const { page, requests, faults, close } = await openPage(browser, html, {
      hash: '#text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&cluster=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E&verdict=__proto__',
    });
    for (const fold of await page.locator('details:not([open]) > summary').all()) if (await fold.isVisible()) await fold.click();
    expect(faults).toEqual([]);
    expect(requests).toEqual([page.url().replace(/#.*/s, '')]);
    expect(await page.locator('img, iframe, script:not(body > script), [style], [onload], [onerror]').count()).toBe(0);
    await close();
  });

  test('blocks injected content', async () => {
    const { page, faults, requests, close } = await openPage(browser, renderHtml(SCENES['lint'] ?? never(), {}));
    // The browser itself must refuse this, or the policy would be for nothing.
    await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(1)' }));
      document.body.append(Object.assign(document.createElement('img'), { src: 'https://evil.test/p.png' }));
      document.body.setAttribute('style', 'color: red');
      fetch('https://evil.test/').catch(() => {});`);
    await expect
      .poll(() => faults.filter((fault) => fault.startsWith('policy: ')).toSorted())
      .toEqual(['policy: connect-src', 'policy: img-src', 'policy: script-src-elem', 'policy: style-src-attr']);
    expect(requests.slice(1)).toEqual(['https://evil.test/p.png']);
    expect(faults).toContain('failed (csp): https://evil.test/p.png');
    expect(faults.filter((fault) => fault.startsWith('dialog'))).toEqual([]);
    await close();
  });
});

function never(): never {
  throw new Error('the scene is gone');
}
