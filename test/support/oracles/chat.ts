import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly url?: string;
}

/**
 * What a chat would make of a line besides showing it: Slack reads `<…>` and its entities, all of them read `@name`, Teams, Discord and Mattermost
 * read markdown and make links of addresses.
 * @param own the addresses that may be links
 */
export function chatFaults(text: string, own: readonly string[]): readonly string[] {
  const words = own.reduce((rest, address) => rest.replace(address, ''), text);
  return [
    ...(text.includes('\n') ? ['more than one line'] : []),
    ...(words.match(/<[^>]*>?|&(?:#?\w+);/g) ?? []).map((found) => `read by Slack: ${found}`),
    ...(words.match(/@\S*/g) ?? []).map((found) => `a mention: ${found}`),
    ...nodesOf(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })).flatMap(({ type, url }) => {
      if (type === 'link') return url !== undefined && own.includes(url) ? [] : [`a link: ${url}`];
      return ['root', 'paragraph', 'text'].includes(type) ? [] : [`markdown: ${type}`];
    }),
  ];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}
