import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { pictureFaults } from './mermaid.ts';

/** What a reader on GitHub sees of a markdown text. */
export interface Seen {
  /** The nested blocks and elements. Inline code and links are treated as text; cells of tables are included. */
  readonly shape: string;
  /** The addresses of all links and pictures, including those that only GitHub's second pass creates. */
  readonly links: readonly string[];
  /** All text in order, without invisible breaks. */
  readonly text: string;
  /** Content that none of our reports may have: foreign tags, mentions, references to issues and commits, syntax of pictures. */
  readonly faults: readonly string[];
}

type Html = DefaultTreeAdapterTypes.ChildNode;

/** Parses a text as GitHub does: GFM, then HTML, then the references in the text of the page. */
export function seenIn(markdown: string): Seen {
  const blocks: string[] = [];
  const links: string[] = [];
  const faults: string[] = [];
  blocksOf(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), { blocks, links, faults });
  const page = parseFragment(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }));
  const words: string[] = [];
  const elements = page.childNodes.map((node) => elementOf(node, { words, faults }, false)).join('');
  faults.push(...(markdown.match(BOT_COMMANDS) ?? []).map((line) => `a command of a bot: ${line}`));
  return { shape: `${blocks.join(' ')}\n${elements.replaceAll(/"+/g, '"')}`, links, text: words.join('').replaceAll('\u200B', ''), faults };
}

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly url?: string;
  readonly lang?: string | null | undefined;
  readonly depth?: number;
  readonly ordered?: boolean | null | undefined;
  readonly checked?: boolean | null | undefined;
}

interface Found {
  readonly blocks: string[];
  readonly links: string[];
  readonly faults: string[];
}

const TEXTS = new Set(['text', 'link']);

function blocksOf(node: Node, found: Found): void {
  const { type, value = '', url } = node;
  if (url !== undefined) found.links.push(url);
  if (type === 'html') found.faults.push(...foreignTags(value));
  if (type === 'inlineCode' || type === 'image' || type.startsWith('footnote') || type.endsWith('Reference') || type === 'definition')
    found.faults.push(`${type}: ${value}`);
  if (type === 'code' && node.lang === 'mermaid') found.faults.push(...pictureFaults(value));
  else if (type === 'code' && !['text', 'diff', 'yaml'].includes(node.lang ?? '')) found.faults.push(`code of ${String(node.lang)}`);
  if (typeof node.checked === 'boolean') found.faults.push('a task');
  const isText = TEXTS.has(type) || (type === 'html' && /^<(?:\/?code|!-- --)>$/.test(value));
  const shown = `${type}${node.depth ?? ''}${node.ordered === true ? '1' : ''}`;
  if (!isText) found.blocks.push(shown);
  for (const child of node.children ?? []) blocksOf(child, found);
  if (!isText && node.children !== undefined) found.blocks.push(`/${shown}`);
}

const TAGS = /^<(?:\/?(?:details|summary|b|sub|code)|details open|br|!-- --|!-- marker --)>$/;

/** Tags that GitHub would filter must not occur at all. */
function foreignTags(html: string): readonly string[] {
  return (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !TAGS.test(tag)).map((tag) => `a tag: ${tag}`);
}

interface Page {
  readonly words: string[];
  readonly faults: string[];
}

function elementOf(node: Html, page: Page, isQuoted: boolean): string {
  if (node.nodeName === '#comment') return '';
  if ('value' in node) {
    if (!isPicture(node.parentNode)) page.words.push(node.value);
    if (!isQuoted) page.faults.push(...referencesIn(node.value));
    return node.value.trim() === '' ? '' : '"';
  }
  if (!('childNodes' in node)) return node.nodeName;
  const { tagName, attrs } = node;
  const inside = isQuoted || tagName === 'code' || tagName === 'pre' || tagName === 'a';
  const children = node.childNodes.map((child) => elementOf(child, page, inside)).join('');
  if (BREAKS.has(tagName)) page.words.push('\n');
  if (tagName === 'a' || (tagName === 'code' && !attrs.some(({ name }) => name === 'class'))) return children;
  return `<${[tagName, ...attrs.map(({ name, value }) => `${name}=${value}`)].join(' ')}>${children}</${tagName}>`;
}

/** Whether the node is a mermaid picture. Its text is not compared, because its nodes are sorted by name. */
function isPicture(node: DefaultTreeAdapterTypes.ParentNode | null): boolean {
  return node !== null && 'attrs' in node && node.attrs.some(({ value }) => value === 'language-mermaid');
}

const BREAKS = new Set(['p', 'li', 'td', 'th', 'br', 'summary', 'h3', 'h4', 'pre']);

/** Lines of a comment that bots read as a command. Source: docs.prow.k8s.io, "Command Help"; slash-command-dispatch. */
const BOT_COMMANDS = /^\/[a-z][\w-]*(?=\s|$)/gim;

/** Text that GitHub turns into links. Source: docs.github.com, "Autolinked references and URLs", "Mentioning people and teams". */
function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCES)].map(([found]) => `a reference: ${found}`);
}

const REFERENCES =
  /(?<![\w`])@[a-z\d][\w/-]*|#\d+|\bGH-\d+|\bGHSA-\w{4}-|\b[\da-f]{7,40}\b|\w@[\da-f]{7,40}\b|https?:\/\/\S+|\bwww\.\S+|\b(?:mailto|xmpp):[^\s\u200B]+/gi;
