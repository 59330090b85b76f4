import type { Report } from '../report.ts';
import type { SourceLink } from './facts/lint/permalink.ts';
import type { RuleText } from './sarif/rule-list.ts';
import { renderAzure } from './azure/render-azure.ts';
import { renderText } from './text/render-text.ts';
import type { Styler } from './text/terminal.ts';

export const REPORT_FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'html', 'github', 'gitlab', 'azure'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface RenderOptions {
  /** Text: colours. */
  readonly style?: Styler;
  /** Text: columns to wrap at. */
  readonly width?: number;
  /** Markdown and HTML: makes links of file positions. */
  readonly source?: SourceLink;
  /** SARIF, annotations, GitLab and Azure: the path from the root of the repository to the folder that file names are relative to. */
  readonly prefix?: string;
  /** SARIF: the descriptions of the rules. */
  readonly rules?: () => readonly RuleText[];
}

type Renderer = (report: Report, options: RenderOptions) => string;

/** Most renderers are loaded on first use. Most runs write only text. */
const LOADERS: Readonly<Record<ReportFormat, () => Renderer | Promise<Renderer>>> = {
  text: () => renderText,
  json: async () => (await import('./json/render-json.ts')).renderJson,
  sarif: async () => (await import('./sarif/render-sarif.ts')).renderSarif,
  junit: async () => (await import('./junit/render-junit.ts')).renderJUnit,
  markdown: async () => (await import('./markdown/render-markdown.ts')).renderMarkdown,
  html: async () => (await import('./html/render-html.ts')).renderHtml,
  github: async () => (await import('./github/render-github.ts')).renderGithub,
  gitlab: async () => (await import('./gitlab/render-gitlab.ts')).renderGitlab,
  azure: () => renderAzure,
};

const loaded = new Map<ReportFormat, Renderer>([['text', renderText]]);

/** Loads the renderers of these formats. Await it before `render`. */
export async function loadRenderers(formats: readonly ReportFormat[] = REPORT_FORMATS): Promise<void> {
  for (const format of formats) loaded.set(format, await LOADERS[format]());
}

/**
 * The report in one of the formats; pure. It ends with a line feed unless it is empty (`github` and `azure` without findings).
 * @throws {Error} `loadRenderers` was not awaited for it: a bug
 */
export function render(report: Report, format: ReportFormat, options: RenderOptions = {}): string {
  const renderer = loaded.get(format);
  if (renderer === undefined) throw new Error(`bug: a report is rendered as ${format} before \`loadRenderers\` has loaded that`);
  return renderer(report, options);
}
