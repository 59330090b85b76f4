import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const STYLES = {
  light: styleOf(import.meta.resolve('github-markdown-css/github-markdown-light.css')),
  dark: styleOf(import.meta.resolve('github-markdown-css/github-markdown-dark.css')),
};

export type Theme = keyof typeof STYLES;

/** A page that shows a comment in GitHub's layout: its own style, its own widths. */
export function commentPage(markdown: string, theme: Theme): string {
  // micromark joins the lines of a code block that follows the text of a list item without a blank line; GitHub does not.
  const body = micromark(markdown.replaceAll(/^(\d+\. .*)\n( +```)/gm, '$1\n\n$2'), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
  return pageOf(`<article class="markdown-body" style="padding:16px;font-size:14px;min-height:100vh">${body}</article>`, STYLES[theme]);
}

/** @param style as CSS */
export function pageOf(body: string, style: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style><body style="margin:0">${body}`;
}

function styleOf(url: string): string {
  return readFileSync(fileURLToPath(url), 'utf8');
}
