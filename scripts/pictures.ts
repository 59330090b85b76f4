/**
 * `npm run pictures -- [FOLDER]`: the golden comments and terminal texts of `fixtures/report/` as pictures, for people to look at: each comment
 * as GitHub shows it on a phone (390 px) and on a page (860 px). Needs Chromium, by `CHROMIUM` or as `chromium` on the path.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chromium, type Page } from 'playwright-core';

const GOLDEN = join(import.meta.dirname, '../fixtures/report');
const PHONE = 390;
const PAGE = 860;
const STYLE = readFileSync(fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown-light.css')), 'utf8');

const [folder = 'pictures', only = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const file of readdirSync(GOLDEN).filter((name) => name.startsWith(only))) {
    const text = readFileSync(join(GOLDEN, file), 'utf8');
    if (file.endsWith('.md')) {
      for (const width of [PHONE, PAGE]) await take(page, comment(text), width, `${file}.${width}.png`);
    }
    if (file.endsWith('.txt')) await take(page, terminal(text), PAGE, `${file}.png`);
  }
} finally {
  await browser.close();
}

async function take(page: Page, html: string, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 600 });
  await page.setContent(html);
  await page.screenshot({ path: join(resolve(folder), name), fullPage: true });
}

/** As GitHub lays out a comment: its own style, its own widths. */
function comment(markdown: string): string {
  const body = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  return pageOf(`<article class="markdown-body" style="padding:16px;font-size:14px">${body}</article>`, STYLE);
}

/** A terminal of 80 columns. */
function terminal(text: string): string {
  const escaped = text.replace(/[&<]/g, (char) => `&#${char.charCodeAt(0)};`);
  const style = 'margin:16px;font:14px/1.3 monospace;width:80ch;white-space:pre-wrap;word-break:break-all';
  return pageOf(`<pre style="${style}">${escaped}</pre>`, '');
}

function pageOf(body: string, style: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style><body style="margin:0">${body}`;
}
