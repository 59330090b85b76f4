import type { Report } from '../report.ts';
import type { SourceLink } from './facts/lint/permalink.ts';
import { renderAzure } from './azure/render-azure.ts';
import { renderGithub } from './github/render-github.ts';
import { renderHtml } from './html/render-html.ts';
import { renderGitlab } from './gitlab/render-gitlab.ts';
import { renderJson } from './json/render-json.ts';
import { renderJUnit } from './junit/render-junit.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { renderSarif } from './sarif/render-sarif.ts';
import type { RuleText } from './sarif/rule-list.ts';
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
  /** SARIF, annotations, GitLab and Azure: the way from the root of the repository to where the files are named from. */
  readonly prefix?: string;
  /** SARIF: what is said about each rule. */
  readonly rules?: () => readonly RuleText[];
}

type Renderer = (report: Report, options: RenderOptions) => string;

/** A format is named when it is asked for, as the bundle loads it only then. */
const RENDERERS: Readonly<Record<ReportFormat, () => Renderer>> = {
  text: () => renderText,
  json: () => renderJson,
  sarif: () => renderSarif,
  junit: () => renderJUnit,
  markdown: () => renderMarkdown,
  html: () => renderHtml,
  github: () => renderGithub,
  gitlab: () => renderGitlab,
  azure: () => renderAzure,
};

/** The report in one of the formats; pure. It ends with a line feed unless it is empty (`github` and `azure` without findings). */
export function render(report: Report, format: ReportFormat, options: RenderOptions = {}): string {
  return RENDERERS[format]()(report, options);
}
