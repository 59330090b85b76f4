import type { Report } from '../report.ts';
import { renderGithub } from './github.ts';
import { renderJson } from './json.ts';
import { renderJUnit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { SourceLink } from './permalink.ts';
import { renderSarif } from './sarif.ts';
import type { RuleText } from './sarif-rules.ts';
import type { Styler } from './terminal.ts';
import { renderText } from './text.ts';

export const REPORT_FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'github'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface RenderOptions {
  /** Text: colours. */
  readonly style?: Styler;
  /** Text: columns to wrap at. */
  readonly width?: number;
  /** Markdown: makes links of file positions. */
  readonly source?: SourceLink;
  /** SARIF: what is said about each rule. */
  readonly rules?: readonly RuleText[];
}

const RENDERERS: Readonly<Record<ReportFormat, (report: Report, options: RenderOptions) => string>> = {
  text: renderText,
  json: renderJson,
  sarif: renderSarif,
  junit: renderJUnit,
  markdown: renderMarkdown,
  github: renderGithub,
};

/** The report in one of the formats; pure, ends with a line feed unless there is nothing to say (`github` without findings). */
export function render(report: Report, format: ReportFormat, options: RenderOptions = {}): string {
  return RENDERERS[format](report, options);
}
