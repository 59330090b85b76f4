import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** What a browser parses from a page. */
export interface SeenHtml {
  /** The nested elements with the names of their attributes. Inline code, links and lines of a diff are treated as text. */
  readonly shape: string;
  /** The addresses of all links. */
  readonly links: readonly string[];
  /** All text of the page in order. */
  readonly text: string;
  /** Content that none of our pages may have: parse errors, foreign elements, anything that runs or loads, duplicate names. */
  readonly faults: readonly string[];
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

interface Found {
  readonly links: string[];
  readonly words: string[];
  readonly faults: string[];
  readonly ids: string[];
  /** The texts of the style and the script, which the policy must allow. */
  readonly trusted: string[];
  readonly policies: string[];
}

/** Parses a page as browsers do, without scripts. */
export function seenInHtml(html: string): SeenHtml {
  const found: Found = { links: [], words: [], faults: [], ids: [], trusted: [], policies: [] };
  const page = parse(html, { onParseError: ({ code, startLine }) => void found.faults.push(`${code} in line ${startLine}`) });
  const shape = page.childNodes.map((node) => shapeOf(node, found, false)).join('');
  const twice = found.ids.filter((id, index) => found.ids.indexOf(id) !== index);
  found.faults.push(...twice.map((id) => `two elements are called ${id}`), ...policyFaults(found));
  return { shape: shape.replaceAll(/"+/g, '"'), links: found.links, text: found.words.join(''), faults: found.faults };
}

const ELEMENTS = new Set(
  `html head meta title style script body main footer section article header h1 h2 h3 p ul ol li dl dt dd div span b small code pre kbd ins del a
  details summary form label select option input button output table thead tbody tr th td svg rect`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `lang charset name content http-equiv class id role aria-label aria-hidden hidden open autocomplete type value spellcheck tabindex scope href
  viewBox preserveAspectRatio focusable x y width height data-item data-part data-group data-cluster data-placement data-verdict data-rule`.split(
    /\s+/,
  ),
);
/** Elements that are treated as text. */
const INLINE = new Set(['a', 'code']);
const BREAKS = new Set(['p', 'li', 'dt', 'dd', 'h1', 'h2', 'h3', 'pre', 'summary', 'th', 'td', 'div']);

function shapeOf(node: Node, found: Found, isLine: boolean): string {
  if (node.nodeName === '#comment') found.faults.push('a comment');
  if ('value' in node) {
    found.words.push(node.value);
    return node.value.trim() === '' ? '' : '"';
  }
  if (!('tagName' in node)) return node.nodeName;
  const { tagName, attrs } = node;
  lookAt(node, found);
  if (tagName === 'title') return '<title>';
  if (tagName === 'style' || tagName === 'script') {
    found.trusted.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    return `<${tagName}>`;
  }
  const children = node.childNodes.map((child) => shapeOf(child, found, isLine || tagName === 'pre')).join('');
  if (BREAKS.has(tagName)) found.words.push('\n');
  if (INLINE.has(tagName) || isLine) return children;
  return `<${[tagName, ...attrs.map(({ name, value }) => (name === 'class' ? `${name}=${value}` : name))].join(' ')}>${children}</${tagName}>`;
}

function lookAt({ tagName, attrs }: Element, found: Found): void {
  const { links, faults, ids } = found;
  if (!ELEMENTS.has(tagName)) faults.push(`an element: ${tagName}`);
  for (const { name, value } of attrs) {
    if (!ATTRIBUTES.has(name)) faults.push(`an attribute: ${name} of ${tagName}`);
    if (name === 'id') ids.push(value);
    if (name === 'href') links.push(value);
    if (name === 'href' && !/^https?:\/\//.test(value)) faults.push(`a link to ${value}`);
    if (name === 'http-equiv') found.policies.push(attrs.find((other) => other.name === 'content')?.value ?? '');
  }
}

/** The policy must allow one style and one script, each by its digest, and nothing else. */
function policyFaults({ trusted, policies }: Found): readonly string[] {
  const [style = '', script = ''] = trusted.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const due = `default-src 'none'; style-src ${style}; script-src ${script}; base-uri 'none'; form-action 'none'`;
  return trusted.length === 2 && policies.join() === due ? [] : [`another policy: ${policies.join()}`];
}
