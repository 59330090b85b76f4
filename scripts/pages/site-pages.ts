/**
 * The pages of the site, from README.md and docs/: text, title, anchors and links. The same files are read on GitHub, so the links are for
 * GitHub, and are rewritten for the site.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

import { headingSlug } from './heading-slug.ts';

/** The address of files that are not pages: sources, licence, workflows. */
const REPOSITORY = 'https://github.com/fleet-gate/fleet-gate/blob/HEAD/';
/** The address of pictures in README, because npm shows it too. */
const RAW = 'https://raw.githubusercontent.com/fleet-gate/fleet-gate/HEAD/docs/';

export interface Page {
  /** From the root of the repository, such as `docs/rules/README.md`. */
  readonly path: string;
  /** On the site, such as `rules/index.md`. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly PageLink[];
}

export interface PageLink {
  /** As written. */
  readonly url: string;
  readonly line: number;
  /** Its offset in the text. */
  readonly start: number;
  readonly end: number;
}

/** The fields of a Markdown tree's node that are read here. */
interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?:
    | {
        readonly start: { readonly line: number; readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

/** README.md and every Markdown file of docs/. */
export function readPages(root: string): readonly Page[] {
  const found = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return ['README.md', ...found.toSorted()].map((path) => pageOf(path, readFileSync(join(root, path), 'utf8')));
}

export function pageOf(path: string, text: string): Page {
  const nodes = [...nodesOf(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))];
  const headings = nodes.filter(({ type }) => type === 'heading');
  const links = nodes.filter(({ type }) => ['link', 'image', 'definition'].includes(type));
  const place = path === 'README.md' ? 'index.md' : path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
  const [title] = headings;
  return {
    path,
    place,
    title: title === undefined ? place : textOf(title),
    text,
    anchors: new Set(anchorsOf(headings)),
    links: links.flatMap((node) => placedLink(node, text)),
  };
}

/** The broken links of the pages, a sentence each: no such file, no such heading, or no address. */
export function brokenLinks(pages: readonly Page[], root: string): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    page.links.flatMap(({ url, line }) => {
      const fault = faultOf(url, page, byPath, root);
      return fault === undefined ? [] : [`${page.path}:${String(line)}: ${url}: ${fault}`];
    }),
  );
}

function faultOf(url: string, page: Page, byPath: ReadonlyMap<string, Page>, root: string): string | undefined {
  if (url.startsWith(RAW)) return existsSync(join(root, 'docs', url.slice(RAW.length))) ? undefined : 'no such picture';
  if (/^[a-z]+:/i.test(url)) return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? undefined : 'no address of the web';
  const { target, anchor } = targetOf(url, page);
  if (target.startsWith('..') || !existsSync(join(root, target))) return 'no such file';
  const other = byPath.get(pageFileOf(target, root));
  if (anchor === '' || other === undefined || other.anchors.has(anchor)) return undefined;
  return 'no such heading';
}

/** The text of a page with the links of the site. */
export function siteText(page: Page, pages: readonly Page[], root: string): string {
  const places = new Map(pages.map(({ path, place }) => [path, place]));
  let text = page.text;
  for (const { url, start, end } of page.links.toSorted((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}${siteLink(url, page, places, root)}${text.slice(end)}`;
  return text;
}

function siteLink(url: string, page: Page, places: ReadonlyMap<string, string>, root: string): string {
  if (url.startsWith(RAW)) return `/${url.slice(RAW.length)}`;
  if (/^[a-z]+:/i.test(url) || url.startsWith('#')) return url;
  const { target, anchor } = targetOf(url, page);
  const hash = anchor === '' ? '' : `#${anchor}`;
  const place = places.get(pageFileOf(target, root));
  if (place !== undefined) return `/${place}${hash}`;
  if (target.startsWith('docs/pictures/')) return `/${target.slice('docs/'.length)}`;
  return `${REPOSITORY}${target}${hash}`;
}

function targetOf(url: string, page: Page): { readonly target: string; readonly anchor: string } {
  const [path = '', anchor = ''] = url.split('#');
  return { target: path === '' ? page.path : posix.join(posix.dirname(page.path), path), anchor };
}

/** The index of a folder is its README.md, as on GitHub. */
function pageFileOf(target: string, root: string): string {
  const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  return isFolder ? posix.join(target, 'README.md') : target;
}

function* nodesOf(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}

function textOf(node: MarkdownNode): string {
  const texts = [...nodesOf(node)].filter(({ type }) => type === 'text' || type === 'inlineCode');
  return texts.map(({ value = '' }) => value).join('');
}

/** Equal headings are numbered from the second one on. */
function* anchorsOf(headings: readonly MarkdownNode[]): Generator<string> {
  const seen = new Map<string, number>();
  for (const heading of headings) {
    const slug = headingSlug(textOf(heading));
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    yield times === 0 ? slug : `${slug}-${String(times)}`;
  }
}

/** Links that are written in the text; an address without brackets is kept as written. */
function placedLink({ type, url = '', position }: MarkdownNode, text: string): readonly PageLink[] {
  if (position?.start.offset === undefined || position.end.offset === undefined) return [];
  const opening = type === 'definition' ? ']:' : '](';
  const from = text.slice(position.start.offset, position.end.offset);
  const at = from.lastIndexOf(url);
  if (at === -1 || !from.slice(0, at).includes(opening)) return [];
  const start = position.start.offset + at;
  return [{ url, line: position.start.line, start, end: start + url.length }];
}
