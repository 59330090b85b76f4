/** `docs/ci/*.md`: each block below `<!-- from: PATH -->` is that file, so that a page quotes a tested file. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Generated } from '../gen.ts';

const PAGES = 'docs/ci';

export function generate(root: string): Generated {
  const pages = readdirSync(path.join(root, PAGES)).map((name) => `${PAGES}/${name}`);
  return { files: Object.fromEntries(pages.map((page) => [page, filledIn(readFileSync(path.join(root, page), 'utf8'), root)])) };
}

function filledIn(page: string, root: string): string {
  return page.replace(/(<!-- from: (\S+) -->\n\n```\w+\n)[\s\S]*?\n(```\n)/g, (_, head: string, file: string, end: string) => {
    return `${head}${readFileSync(path.join(root, file), 'utf8')}${end}`;
  });
}
