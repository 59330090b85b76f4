/** The sidebar of the site: groups in the order in which readers need them. */
import type { Page } from './site-pages.ts';

interface SidebarGroup {
  readonly text: string;
  readonly link?: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/**
 * The pages of each group by their place on the site, in order. A test requires that each page outside of a list is in exactly one group.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['index', 'install', 'command-line', 'configuration-file', 'support', 'troubleshooting', 'upgrading'],
  'In a pull request': [
    'pull-request',
    'ci/github',
    'ci/azure-pipelines',
    'ci/gitlab',
    'ci/pre-commit',
    'ci/sarif-consumers',
    'editors',
    'fixing',
    'suppression',
    'plan-diff',
    'forecast',
    'with-the-hub',
    'rendering',
    'folders',
  ],
  'Before a rollout': ['ready'],
  'After the deploy': ['after-the-deploy', 'watch', 'approve', 'rollback', 'notify', 'gitops', 'rbac'],
  Azure: ['azure'],
  Reference: ['configuration', 'formats', 'html-report', 'mcp'],
  'How it works': ['architecture', 'delivery', 'limits', 'comparison', 'coverage', 'reliability', 'speed'],
};

/** Folders with a list of their own: the main sidebar has one link to them, and their own pages show the full list. */
const LISTS: Readonly<Record<string, string>> = { rules: 'Rules', failures: 'Failures', decisions: 'Decisions' };

/** The sidebar for each path: every group everywhere, and the pages of a list only within that list. */
export function sidebarsOf(pages: readonly Page[]): Readonly<Record<string, readonly SidebarGroup[]>> {
  const byName = new Map(pages.map((page) => [nameOf(page), page]));
  const groups = Object.entries(GROUPS).map(([text, names]): SidebarGroup => ({
    text,
    items: names.flatMap((name) => itemOf(byName.get(name))),
  }));
  const shown = (folder: string): readonly SidebarGroup[] => [
    ...groups,
    ...Object.keys(LISTS).map((name) => listOf(name, pages, name === folder)),
  ];
  return Object.fromEntries([...Object.keys(LISTS).map((name) => [`/${name}/`, shown(name)] as const), ['/', shown('')] as const]);
}

function listOf(folder: string, pages: readonly Page[], isOpen: boolean): SidebarGroup {
  const inIt = pages.filter((page) => nameOf(page).startsWith(`${folder}/`));
  const list = inIt.find((page) => nameOf(page) === `${folder}/index`);
  const others = inIt.filter((page) => page !== list);
  const link = list ?? others[0];
  return {
    text: LISTS[folder] ?? folder,
    ...(link === undefined ? {} : { link: addressOf(link) }),
    items: isOpen ? others.flatMap(itemOf) : [],
  };
}

function itemOf(page: Page | undefined): SidebarGroup['items'] {
  return page === undefined ? [] : [{ text: nameOf(page) === 'index' ? 'Overview' : page.title, link: addressOf(page) }];
}

function nameOf({ place }: Page): string {
  return place.replace(/\.md$/, '');
}

function addressOf({ place }: Page): string {
  return `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
