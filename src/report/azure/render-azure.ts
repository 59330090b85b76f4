import type { Report } from '../../report.ts';
import { type Annotation, annotationsOf, withinBudget } from '../facts/annotations.ts';
import { fromRoot } from '../facts/lint/permalink.ts';
import { oneLine, shortLine, shortText, withoutCommands } from '../facts/words/visible.ts';

/** The most characters of a message in the log. */
const MESSAGE_LIMIT = 4000;
const CODE_LIMIT = 255;

/**
 * Logging commands of Azure Pipelines, one for each line. The agent keeps 10 errors and 10 warnings of a step and has no notices, so
 * notices are plain lines. The exit code alone decides the step: no `task.complete` is written, and a run that passes with warnings is not
 * marked. Source: learn.microsoft.com, "Logging commands"; microsoft/azure-pipelines-agent, `TaskCommandExtension` and `ExecutionContext`.
 */
export function renderAzure(report: Report, { prefix }: { readonly prefix?: string } = {}): string {
  return withinBudget(annotationsOf(report), 'the report')
    .map((annotation) => `${annotation.level === 'notice' ? noticeLine(annotation, prefix) : issueOf(annotation, prefix)}\n`)
    .join('');
}

/** The command that shows a markdown file on the summary page of the run. The file must exist. @param file its absolute path */
export function summaryUpload(file: string): string {
  return `${loggingCommand('task.uploadsummary', {}, file)}\n`;
}

function issueOf(annotation: Annotation, prefix: string | undefined): string {
  const { level, title, message, place } = annotation;
  // The agent shows a code only beside a place.
  const text = place === undefined ? `${shortLine(title, CODE_LIMIT)}: ${message}` : message;
  const lines = withoutCommands(shortText(text, MESSAGE_LIMIT))
    .split('\n')
    .map((line) => line.trim());
  const where =
    place === undefined
      ? {}
      : {
          sourcepath: pathOf(place.file, prefix),
          linenumber: Math.max(1, place.line),
          ...(place.column === undefined ? {} : { columnnumber: Math.max(1, place.column) }),
          code: withoutCommands(shortLine(title, CODE_LIMIT)),
        };
  return loggingCommand('task.logissue', { type: level, ...where }, lines.join('\n'));
}

function noticeLine({ title, message, place }: Annotation, prefix: string | undefined): string {
  const where = place === undefined ? '' : ` ${pathOf(place.file, prefix)}:${Math.max(1, place.line)}`;
  return `notice${where}: ${withoutCommands(shortLine(`${title}: ${message}`, MESSAGE_LIMIT))}`;
}

function pathOf(file: string, prefix: string | undefined): string {
  return withoutCommands(oneLine(fromRoot(file, prefix)));
}

/** Empty values are left out, because the agent drops them. */
function loggingCommand(name: string, properties: Readonly<Record<string, string | number>>, data: string): string {
  const list = Object.entries(properties).filter(([, value]) => value !== '');
  const head = list.map(([key, value]) => `${key}=${escaped(String(value))};`).join('');
  return `##vso[${name}${head === '' ? '' : ` ${head}`}]${escaped(data)}`;
}

/** Percent signs first. Source: azure-pipelines-agent, `CommandStringConvertor.Escape` and docs/design/percentEncoding.md. */
function escaped(text: string): string {
  return text.replaceAll('%', '%AZP25').replaceAll(';', '%3B').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll(']', '%5D');
}
