/** Golden comments in GitHub's style on a phone: no command, role or table is wider than the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPhoneFont } from '../support/has-phone-font.ts';
import { commentPage } from '../support/golden/comment-page.ts';
import { CHROMIUM, launchBrowser } from './browser.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const comments = [
  ...readdirSync(join(FIXTURES, 'scenes'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('scenes', file)),
  'report/everything.md',
];
/** Whole pixels of a rounded table. */
const ROUNDING = 1;
/** The text of each block that is wider than its place. Files, logs and differences are quoted as they are. */
const TOO_WIDE = String.raw`(() => {
  document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
  return [...document.querySelectorAll('pre, table')]
    .filter((block) => block.scrollWidth > block.clientWidth + ${ROUNDING})
    .filter((block) => block.tagName === 'TABLE' || /^(kubectl|fleet-gate|git|az|helm|kustomize|apiVersion: rbac)\b/.test(block.innerText))
    .map((block) => block.innerText);
})()`;

let browser: Browser;

describe.skipIf(CHROMIUM === undefined || !hasPhoneFont())('a phone of 390 pixels shows whole', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('the commands, roles and tables of all golden comments', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const wide: string[] = [];
    for (const file of comments) {
      await page.setContent(commentPage(readFileSync(join(FIXTURES, file), 'utf8'), 'light'));
      wide.push(...(await page.evaluate<readonly string[]>(TOO_WIDE)).map((text) => `${file}: ${text}`));
    }
    expect(wide).toEqual([]);
  });

  test('and a command that is too long is found', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.setContent(commentPage(`\`\`\`text\nkubectl get ${'long-'.repeat(10)}\n\`\`\`\n`, 'light'));
    expect(await page.evaluate<readonly string[]>(TOO_WIDE)).toHaveLength(1);
  });
});
