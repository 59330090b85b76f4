/** How VitePress renders the files that `scripts/site.ts` writes to `pages/`. */
import { readFileSync } from 'node:fs';

import { headingSlug } from '../../pages/heading-slug.ts';

const { base, sidebar } = JSON.parse(readFileSync(new URL('../pages/site.json', import.meta.url), 'utf8'));

export default {
  title: 'fleet-gate',
  description: 'The gate for KubeFleet and Azure Kubernetes Fleet Manager',
  base,
  srcDir: 'pages',
  outDir: '../../site',
  // GitHub Pages finds `rules/x.html` at `rules/x`, the address that the tool prints.
  cleanUrls: true,
  // Tables of facts have no header, but Markdown requires one, so an empty one is hidden.
  head: [['style', {}, '.vp-doc thead:not(:has(th:not(:empty))) { display: none }']],
  markdown: { anchor: { slugify: headingSlug }, config: asWritten },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Rules', link: '/rules/' },
      { text: 'Failures', link: '/failures/' },
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/fleet-gate/fleet-gate' }],
  },
};

/** The pages are Markdown, not templates: braces have no meaning in them. */
function asWritten(md) {
  md.core.ruler.push('as-written', ({ tokens, Token }) => {
    const html = (content) => Object.assign(new Token('html_block', '', 0), { content });
    tokens.unshift(html('<div v-pre>\n'));
    tokens.push(html('</div>\n'));
  });
}
