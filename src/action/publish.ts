import { setTimeout } from 'node:timers/promises';
import type { SourceLink } from '../report/facts/lint/permalink.ts';
import { isToldOf } from './is-told-of.ts';
import { oneLine } from '../report/facts/words/visible.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { renderGithub } from '../report/github/render-github.ts';
import { COMMENT_LIMIT, renderMarkdown, SUMMARY_LIMIT } from '../report/markdown/render-markdown.ts';
import type { NotifyContext } from '../report/notify/notification.ts';
import type { Report } from '../report.ts';
import { runLine, reasonToKeep, reasonToKeepOlder } from './comment-run.ts';
import { markerOf, publishComment } from './comment.ts';
import type { RunContext } from './context.ts';
import type { GitHub } from './github.ts';
import type { ActionInputs } from './inputs.ts';
import type { OutputName } from './outputs.ts';
import { type AskedReport, REPORT_INPUTS } from './report-inputs.ts';
import type { Runner } from './runner.ts';

export interface Publication {
  readonly report: Report;
  readonly inputs: Omit<ActionInputs, 'positionals' | 'flags'>;
  readonly context: RunContext;
  readonly runner: Runner;
  /** The path from the root of the repository to the folder that the report's file names are relative to. */
  readonly prefix: string;
  /** Where to link the files of the report. */
  readonly source?: SourceLink;
  /** Converts a file name from an input to a path relative to the workspace, because later steps start there. */
  readonly fromWorkspace: (file: string) => string;
  readonly openGitHub: () => Promise<GitHub>;
  /** Milliseconds for which another job may still write a comment that it rendered before ours was written. */
  readonly commentGrace: number;
  /** @throws if the file cannot be written */
  readonly writeNotification: (file: string, report: Report, known: Omit<NotifyContext, 'at'>) => void;
}

/**
 * Shows a report on GitHub: first the summary, which always works, then annotations and outputs, and the comment last. None of this
 * changes the verdict: a failed write is a warning.
 */
export async function publish(publication: Publication): Promise<void> {
  if (publication.inputs.summary) await writeSummary(publication);
  publication.runner.log(renderGithub(publication.report, { prefix: publication.prefix }));
  writeOutputs(publication);
  const comment = publication.inputs.comment === 'never' ? undefined : await writeComment(publication);
  if (publication.inputs.notifyFile !== '') notify(publication, comment);
}

async function writeSummary({ report, runner, inputs, ...at }: Publication): Promise<void> {
  const markdown = renderMarkdown(report, { limit: SUMMARY_LIMIT, files: filesOf(report, inputs), ...sourceOf(at) });
  try {
    await runner.summary(markdown);
  } catch (error) {
    runner.warning(`the job summary could not be written (${reasonOf(error)})`);
  }
}

/** Each output is written separately, so that one that is too large does not prevent the others. */
function writeOutputs({ report, inputs, runner, fromWorkspace }: Publication): void {
  const { lint, gate } = report;
  const failed = [...(gate?.placements ?? []), ...(gate?.runs ?? [])].filter(({ verdict }) => verdict !== 'passed');
  writeOutput(runner, 'outcome', report.outcome);
  writeOutput(runner, 'exit-code', String(report.exitCode));
  writeOutput(runner, 'errors', String(lint?.counts.error ?? 0));
  writeOutput(runner, 'warnings', String(lint?.counts.warning ?? 0));
  for (const name of Object.values(REPORT_INPUTS)) {
    const written = writtenReports(report, inputs).find(({ format }) => REPORT_INPUTS[format] === name);
    writeOutput(runner, name, written === undefined ? '' : fromWorkspace(written.file));
  }
  writeOutput(runner, 'failed-placements', JSON.stringify(report.exitCode === 0 ? [] : failed.map(({ object }) => displayName(object))));
}

/** The report files of wrong usage contain only a message or do not exist. They must not be uploaded as a complete list of findings. */
function writtenReports({ outcome }: Report, { reports }: Publication['inputs']): readonly AskedReport[] {
  return outcome === 'usage' ? [] : reports;
}

function filesOf(report: Report, inputs: Publication['inputs']): readonly string[] {
  return writtenReports(report, inputs).map(({ file }) => file);
}

function writeOutput(runner: Runner, name: OutputName, value: string): void {
  try {
    runner.output(name, value);
  } catch (error) {
    runner.warning(`the output ${name} could not be written (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** Resolves with the comment, if there is one. */
async function writeComment({
  report,
  inputs,
  context,
  runner,
  openGitHub,
  commentGrace,
  ...at
}: Publication): Promise<{ readonly id: number; readonly pull: number } | undefined> {
  if (inputs.token === '') {
    runner.notice('no comment: there is no github-token');
    return undefined;
  }
  const marker = markerOf(inputs.commentKey === '' ? `${context.job}/${inputs.mode}` : inputs.commentKey);
  const { run } = context;
  const failed = report.exitCode !== 0;
  const body = renderMarkdown(report, {
    limit: COMMENT_LIMIT,
    prefix: run === undefined ? marker : `${marker}${runLine(run, failed)}`,
    files: filesOf(report, inputs),
    ...sourceOf(at),
  });
  const create = inputs.comment === 'always' || isToldOf(report);
  const kept =
    run === undefined
      ? {}
      : {
          reasonToKeep: (text: string) => reasonToKeep(text, run, failed),
          reasonToKeepOlder: (text: string) => reasonToKeepOlder(text, run, failed),
          ...(failed ? { othersWritten: () => setTimeout(commentGrace) } : {}),
        };
  const result = await publishComment({ place: context.place, marker, body, create, ...kept }, openGitHub);
  if (result.kind === 'left') runner.warning(`the comment was left as it is: ${result.why}. The job summary has this report.`);
  if (result.kind === 'failed')
    runner.warning(`the comment was not written: ${oneLine(result.why)}. The verdict does not change; the job summary has the report.`);
  if (result.kind === 'noPlace') runner.notice(`no comment: ${oneLine(result.why)}`);
  if (!('id' in result)) return undefined;
  writeOutput(runner, 'comment-id', String(result.id));
  return result;
}

/** Writes the notification for chat. It comes last because it links to the comment. */
function notify(
  { report, inputs, context, runner, writeNotification, fromWorkspace }: Publication,
  comment: { readonly id: number; readonly pull: number } | undefined,
): void {
  const { source, place } = context;
  const pull = comment?.pull ?? (place.kind === 'pull' ? place.number : undefined);
  const page = source === undefined || pull === undefined ? undefined : `${source.server}/${source.repository}/pull/${pull}`;
  const [reportFile] = filesOf(report, inputs);
  const links = {
    ...(page === undefined ? {} : { pullRequest: page }),
    ...(page === undefined || comment === undefined ? {} : { comment: `${page}#issuecomment-${comment.id}` }),
    ...(reportFile === undefined ? {} : { report: reportFile }),
  };
  const known = {
    ...(source === undefined ? {} : { repository: source.repository, sha: source.sha }),
    ...(pull === undefined ? {} : { pullRequest: pull }),
    links,
  };
  try {
    writeNotification(inputs.notifyFile, report, known);
    writeOutput(runner, 'notify-file', fromWorkspace(inputs.notifyFile));
  } catch (error) {
    runner.warning(`the notification was not written (${reasonOf(error)}). The verdict does not change.`);
  }
}

function sourceOf({ source, prefix }: Pick<Publication, 'source' | 'prefix'>): Pick<Publication, 'source'> {
  return source === undefined ? {} : { source: { ...source, prefix } };
}
