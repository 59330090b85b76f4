/** The pages people read, on GitHub and on the site: README.md and docs/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

import { brokenLinks, pageOf, readPages, siteText } from '../../scripts/pages/site-pages.ts';
import { sidebarsOf } from '../../scripts/pages/site-sidebar.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { SITE } from '../../src/site-address.ts';
import { listRules } from '../../src/static/judge/explain.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = readPages(ROOT);

test('README.md and docs/ have no broken link, headings included', () => {
  expect(brokenLinks(pages, ROOT)).toEqual([]);
});

test('every picture is shown on a page', () => {
  const shown = new Set(pages.flatMap(({ links }) => links.map(({ url }) => posix.basename(url))));
  const pictures = readdirSync(join(ROOT, 'docs/pictures'));
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  expect(pictures).toContain('comment.png');
});

test('the page about the architecture lists every decision', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, list = ''] = page.split('## Decisions');
  const listed = new Set([...list.matchAll(/\(decisions\/(.*?)\)/g)].map(([, file]) => file));
  expect(readdirSync(join(ROOT, 'docs/decisions')).filter((file) => !listed.has(file))).toEqual([]);
});

test('every rule has a page at the address in its findings, and every failure has one', () => {
  const places = pages.map(({ place }) => `${SITE}/${place.replace(/\.md$/, '')}`);
  expect(places).toEqual(expect.arrayContaining(listRules().map(({ page }) => page)));
  expect(places).toEqual(expect.arrayContaining(FAILURES.map(({ id }) => `${SITE}/failures/${id}`)));
});

test('the sidebars link to every page', () => {
  const shown = Object.values(sidebarsOf(pages)).flatMap((groups) =>
    groups.flatMap(({ link, items }) => [link, ...items.map((item) => item.link)]),
  );
  const wanted = pages.map(({ place }) => `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`);
  expect([...new Set(shown)].filter((link) => link !== undefined).toSorted()).toEqual(wanted.toSorted());
});

describe('links', () => {
  const page = (text: string): ReturnType<typeof pageOf> => pageOf('docs/notify.md', text);
  const others = pages.filter(({ path }) => path !== 'docs/notify.md');
  const faults = (text: string): readonly string[] =>
    brokenLinks([page(text), ...others], ROOT).filter((fault) => fault.startsWith('docs/notify.md'));

  test.each([
    ['a missing file', '[a](nowhere.md)', 'docs/notify.md:1: nowhere.md: no such file'],
    ['a missing heading', '[a](formats.md#nowhere)', 'docs/notify.md:1: formats.md#nowhere: no such heading'],
    ['a missing heading of its own', '# A\n\n[a](#b)', 'docs/notify.md:3: #b: no such heading'],
    ['a file outside the repository', '[a](../../a.md)', 'docs/notify.md:1: ../../a.md: no such file'],
    ['a missing picture', '![a](pictures/nowhere.png)', 'docs/notify.md:1: pictures/nowhere.png: no such file'],
    ['a missing definition', '[a][b]\n\n[b]: nowhere.md', 'docs/notify.md:3: nowhere.md: no such file'],
    ['no address of the web', '[a](htp://example.com)', 'docs/notify.md:1: htp://example.com: no address of the web'],
  ])('%s is reported', (_, text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  test('headings have the anchors of GitHub: punctuation is dropped, equal ones are numbered', () => {
    expect([...page('# What `--fix` mends, and why?\n\n## A\n\n## A\n\n## Über_uns: 1.2').anchors]).toEqual([
      'what---fix-mends-and-why',
      'a',
      'a-1',
      'über_uns-12',
    ]);
  });

  test('pages are found on the site, and the rest of the repository on GitHub', () => {
    const text =
      '[a](formats.md) [b](rules/) [c](../SECURITY.md#x) ![d](pictures/comment.png) [e](https://example.com) [f](../README.md) `[g](h.md)`';
    expect(siteText(page(text), [page(text), ...others], ROOT)).toBe(
      '[a](/formats.md) [b](/rules/index.md) [c](https://github.com/fleet-gate/fleet-gate/blob/HEAD/SECURITY.md#x) ' +
        '![d](/pictures/comment.png) [e](https://example.com) [f](/index.md) `[g](h.md)`',
    );
  });
});
