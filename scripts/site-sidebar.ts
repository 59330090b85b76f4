/** The sidebars of the site: a group for each folder of docs/. */
import { posix } from 'node:path';

import type { Page } from './site-pages.ts';

interface Folder {
  readonly at: string;
  readonly group: SidebarGroup;
}

interface SidebarGroup {
  readonly text: string;
  readonly link?: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const NAMES: Readonly<Record<string, string>> = { '.': 'Guide', ci: 'CI systems' };

/** By the path at which it is shown: every folder is always listed, and its pages only within it. */
export function sidebarsOf(pages: readonly Page[]): Readonly<Record<string, readonly SidebarGroup[]>> {
  const folders = [...Map.groupBy(pages, ({ place }) => posix.dirname(place))];
  const groups = folders.map(([folder, inIt]) => groupOf(folder, inIt, pages)).toSorted((a, b) => rankOf(a) - rankOf(b));
  const shown = (at: string): readonly SidebarGroup[] =>
    groups.map(({ at: own, group }) => (own === at || own === '/' || group.link === undefined ? group : { ...group, items: [] }));
  return Object.fromEntries(groups.map(({ at }) => [at, shown(at)]));
}

function groupOf(folder: string, inIt: readonly Page[], pages: readonly Page[]): Folder {
  const list = inIt.find(({ place }) => folder !== '.' && posix.basename(place) === 'index.md');
  const others = inIt.filter((page) => page !== list);
  const group = {
    text: NAMES[folder] ?? list?.title ?? `${folder.slice(0, 1).toUpperCase()}${folder.slice(1)}`,
    ...(list === undefined ? {} : { link: addressOf(list) }),
    items: (folder === '.' ? inOrderOfReadme(others, pages) : others).map((page) => ({ text: page.title, link: addressOf(page) })),
  };
  return { at: folder === '.' ? '/' : `/${folder}/`, group };
}

/** The guide first, then folders with an index of their own, then pages that are rarely read. */
function rankOf({ at, group }: Folder): number {
  if (at === '/') return 0;
  return group.link === undefined ? 2 : 1;
}

/** README.md links to the pages in the order in which readers need them; pages without a link come last. */
function inOrderOfReadme(inFolder: readonly Page[], pages: readonly Page[]): readonly Page[] {
  const named = pages.find(({ path }) => path === 'README.md')?.links.map(({ url }) => url.split('#')[0]) ?? [];
  const rank = ({ path }: Page): number => (path === 'README.md' ? -1 : (named.indexOf(path) + named.length + 1) % (named.length + 1));
  return inFolder.toSorted((a, b) => rank(a) - rank(b));
}

function addressOf({ place }: Page): string {
  return `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
