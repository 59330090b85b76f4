import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly url?: string;
}

/**
 * Everything in a line that a chat would not show as plain text. Slack interprets `<…>` and its entities; all of them interpret `@name`.
 * Teams, Discord and Mattermost interpret markdown and turn addresses into links.
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
