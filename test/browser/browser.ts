import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '../support/find-chromium.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const FLAGS = `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/);

export const CHROMIUM = findChromium();

/** A browser that sends no requests by itself. */
export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('there is no browser');
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A page that is open, and what it did beside being shown. */
export interface OpenPage {
  readonly page: Page;
  /** The addresses it asked for, its own first; among the faults are those that got no answer. */
  readonly requests: readonly string[];
  /** What its policy kept it from, what its scripts threw, what it wrote to the console, and dialogs. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a page from a file, as a browser does with one out of an artifact. */
export async function openPage(browser: Browser, html: string, options: BrowserContextOptions & { hash?: string } = {}): Promise<OpenPage> {
  const { hash = '', ...more } = options;
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, html);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...more });
  const page = await context.newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  page.on('requestfailed', (request) => void faults.push(`failed (${request.failure()?.errorText ?? ''}): ${request.url()}`));
  page.on('console', (message) => void faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeBinding('tellFault', (_source, fault: string) => void faults.push(fault));
  await page.addInitScript("addEventListener('securitypolicyviolation', (event) => tellFault('policy: ' + event.violatedDirective))");
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  return { page, requests, faults, close: () => context.close() };
}
