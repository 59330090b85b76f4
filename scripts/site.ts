/**
 * `npm run site`: builds the pages of docs/ and the schemas for editors as a static site, in `site/`, with VitePress. `scripts/site/` pins
 * its version, separate from the packages of `npm ci`. Fails if a link is broken, or if a page is missing whose address the tool prints.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SITE } from '../src/site-address.ts';
import { writeEditorSchemas } from './editor-schemas.ts';
import { brokenLinks, readPages, siteText } from './pages/site-pages.ts';
import { sidebarsOf } from './pages/site-sidebar.ts';

const root = join(import.meta.dirname, '..');
const home = join(root, 'scripts/site');
const staged = join(home, 'pages');
const built = join(root, 'site');

const pages = readPages(root);
const broken = brokenLinks(pages, root);
if (broken.length > 0) {
  console.error(broken.join('\n'));
  process.exit(1);
}
stage();
// Not `npm ci`: npm 11 refuses a lock file that lacks packages for other platforms, and a registry need not have them.
if (!existsSync(join(home, 'node_modules/vitepress')))
  npm('install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
npm('exec', '--offline', '--', 'vitepress', 'build');
for (const { place } of pages) {
  const file = place.replace(/\.md$/, '.html');
  if (!existsSync(join(built, file))) throw new Error(`the site has no ${file}`);
}
console.log(`site/: ${String(pages.length)} pages`);

function stage(): void {
  rmSync(staged, { recursive: true, force: true });
  for (const page of pages) {
    mkdirSync(dirname(join(staged, page.place)), { recursive: true });
    writeFileSync(join(staged, page.place), siteText(page, pages, root));
  }
  writeFileSync(join(staged, 'site.json'), JSON.stringify({ base: `${new URL(SITE).pathname}/`, sidebar: sidebarsOf(pages) }));
  cpSync(join(root, 'docs/pictures'), join(staged, 'public/pictures'), { recursive: true });
  writeEditorSchemas(join(staged, 'public/schemas'));
}

function npm(...args: readonly string[]): void {
  execFileSync('npm', args, { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' });
}
