/**
 * `npm run pictures -- [FOLDER [SCENE]]`: draws the golden reports of `fixtures/scenes/` as pictures. Comments are drawn as GitHub shows
 * them, in the light and the dark theme, on a phone (390 px) and on a page (860 px). HTML pages likewise; texts as a terminal of their
 * width. `npm run pictures -- first-screens FOLDER`: the first screen of twelve failures, without scrolling, as text and as a comment on a
 * phone. `npm run pictures -- docs`: the pictures of README.md and the site, into `docs/pictures/`. Needs Chromium, by `CHROMIUM` or as
 * `chromium` in the PATH.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { loadRenderers, render } from '../src/report/render.ts';
import type { Report } from '../src/report.ts';
import { commentPage, pageOf, type Theme } from '../test/support/golden/comment-page.ts';
import { FIRST_SCREENS } from '../test/support/golden/first-screens.ts';
import { findChromium } from '../test/support/find-chromium.ts';
import { SOURCE } from '../test/support/reports/format-parsers.ts';

const GOLDEN = ['scenes', 'report'].map((folder) => join(import.meta.dirname, '../fixtures', folder));
const PHONE = { width: 390, height: 844 };
const PAGE = { width: 860, height: 844 };
const SCREEN_LINES = 24;

await loadRenderers(['html', 'markdown']);
const browser = await chromium.launch({ executablePath: findChromium() ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const [first = 'pictures', second] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  if (first === 'first-screens') await firstScreens(page, second ?? 'pictures');
  else if (first === 'docs') await forDocs(page);
  else await allOf(page, first, second ?? '');
} finally {
  await browser.close();
}

async function allOf(page: Page, folder: string, only: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = GOLDEN.flatMap((from) => readdirSync(from).map((name) => ({ name, path: join(from, name) })));
  for (const { name, path } of files.filter(({ name: file }) => file.startsWith(only))) {
    const text = readFileSync(path, 'utf8');
    const take = async (html: string, size: typeof PHONE, as: string, theme: Theme = 'light'): Promise<void> => {
      await page.emulateMedia({ colorScheme: theme });
      await picture(page, html, { size, path: join(folder, `${name}.${as}.png`), isWhole: true });
    };
    if (name.endsWith('.md')) {
      for (const size of [PHONE, PAGE]) await take(commentPage(text, 'light'), size, String(size.width));
      await take(commentPage(text, 'dark'), PAGE, 'dark', 'dark');
    }
    if (name.endsWith('.json') && !name.startsWith('hostile')) {
      const html = render(JSON.parse(text) as Report, 'html', { source: SOURCE });
      for (const size of [PHONE, PAGE]) await take(html, size, `html.${size.width}`);
      await take(html, PAGE, 'html.dark', 'dark');
    }
    if (/\.(?:txt|log|frame)$/.test(name)) await take(terminal(text, Number(/\.(\d+)\.txt$/.exec(name)?.[1] ?? 80)), PAGE, 'terminal');
  }
}

async function firstScreens(page: Page, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [index, scene] of FIRST_SCREENS.entries()) {
    const read = (ending: string): string => readFileSync(join(import.meta.dirname, '../fixtures/scenes', `${scene}.${ending}`), 'utf8');
    const name = join(folder, String(index + 1).padStart(2, '0'));
    writeFileSync(`${name}.txt`, `${rowsOf(read('80.txt'), 80).slice(0, SCREEN_LINES).join('\n')}\n`);
    await picture(page, commentPage(read('md'), 'light'), { size: PHONE, path: `${name}.png`, isWhole: false });
  }
}

async function forDocs(page: Page): Promise<void> {
  const scene = (name: string): string => readFileSync(join(import.meta.dirname, '../fixtures/scenes', name), 'utf8');
  const folder = join(import.meta.dirname, '../docs/pictures');
  mkdirSync(folder, { recursive: true });
  const take = (name: string, html: string, size: typeof PHONE): Promise<void> =>
    picture(page, html, { size, path: join(folder, `${name}.png`), isWhole: false });
  const gate = withRealNames(scene('gate-two-causes.json'));
  await take('comment', commentPage(render(gate, 'markdown'), 'light'), { width: 860, height: 700 });
  await take('comment-plan', commentPage(scene('plan-removal.md'), 'light'), { width: 860, height: 420 });
  await take('report', render(gate, 'html', { source: SOURCE }), { width: 1000, height: 720 });
  await take('terminal', terminal(scene('lint-refused.80.txt'), 80), { width: 740, height: 290 });
}

/** The report of a scene with names as fleets have them: those of recordings are short and numbered. */
function withRealNames(json: string): Report {
  const cities: Readonly<Record<string, string>> = { m1: 'amsterdam', m2: 'dublin', m3: 'oslo' };
  return JSON.parse(
    json
      .replaceAll(/\\"<context of (m\d)>\\"/g, (_, name: string) => `aks-${cities[name] ?? name}`)
      .replaceAll(/\bm[123]\b/g, (name) => cities[name] ?? name)
      .replaceAll('checkout-27', 'checkout'),
  ) as Report;
}

/** @param isWhole also the part below the first screen */
async function picture(
  page: Page,
  html: string,
  { size, path, isWhole }: { readonly size: typeof PHONE; readonly path: string; readonly isWhole: boolean },
): Promise<void> {
  await page.setViewportSize(size);
  // The policy of a page would also apply to the next one.
  await page.goto('about:blank');
  await page.setContent(html);
  await page.screenshot({ path: resolve(path), fullPage: isWhole });
}

/** A terminal, which breaks long lines anywhere. */
function terminal(text: string, columns: number): string {
  const escaped = rowsOf(text, columns)
    .join('\n')
    .replace(/[&<]/g, (char) => `&#${char.charCodeAt(0)};`);
  const style = `margin:16px;padding:8px;font:14px/1.3 'DejaVu Sans Mono',monospace;width:${columns}ch;white-space:pre;background:#1e1e1e;color:#ddd`;
  return pageOf(`<pre style="${style}">${escaped}</pre>`, '');
}

/** Rows of a screen: a line that is too long continues in the next row. */
function rowsOf(text: string, columns: number): readonly string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? ['']);
}
