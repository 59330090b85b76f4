import { removalsIn } from '../report/facts/removals.ts';
import { oneLine } from '../report/facts/visible.ts';
import { displayName } from '../fleet/object.ts';
import { renderGithub } from '../report/github/render-github.ts';
import { COMMENT_LIMIT, renderMarkdown, SUMMARY_LIMIT } from '../report/markdown/render-markdown.ts';
import type { Report } from '../report.ts';
import { markerOf, publishComment } from './comment.ts';
import type { RunContext } from './context.ts';
import type { GitHub } from './github.ts';
import type { ActionInputs } from './inputs.ts';
import type { Runner } from './runner.ts';

export interface Publication {
  readonly report: Report;
  readonly inputs: Omit<ActionInputs, 'positionals' | 'flags'>;
  readonly context: RunContext;
  readonly runner: Runner;
  /** The way from the root of the repository to where the report names files from. */
  readonly prefix: string;
  readonly openGitHub: () => Promise<GitHub>;
}

/**
 * Shows a report on GitHub: summary first, which works everywhere, then annotations and outputs, the comment last. None of it changes the
 * verdict: what cannot be written is a warning.
 */
export async function publish(publication: Publication): Promise<void> {
  if (publication.inputs.summary) await writeSummary(publication);
  publication.runner.log(renderGithub(publication.report, { prefix: publication.prefix }));
  writeOutputs(publication);
  if (publication.inputs.comment !== 'never') await writeComment(publication);
}

async function writeSummary({ report, runner, ...at }: Publication): Promise<void> {
  const markdown = renderMarkdown(report, { limit: SUMMARY_LIMIT, ...sourceOf(at) });
  try {
    await runner.summary(markdown);
  } catch (error) {
    runner.warning(`the job summary could not be written (${reasonOf(error)})`);
  }
}

/** Each is tried by itself: what reads the others must not miss them because one was too much. */
function writeOutputs({ report, inputs, runner }: Publication): void {
  const { lint, gate } = report;
  const failed = [...(gate?.placements ?? []), ...(gate?.runs ?? [])].filter(({ verdict }) => verdict !== 'passed');
  // Of wrong usage the files hold the message alone, or could not be written: whoever uploads findings must not take them for all there are.
  const isJudged = report.outcome !== 'usage';
  writeOutput(runner, 'outcome', report.outcome);
  writeOutput(runner, 'exit-code', String(report.exitCode));
  writeOutput(runner, 'errors', String(lint?.counts.error ?? 0));
  writeOutput(runner, 'warnings', String(lint?.counts.warning ?? 0));
  writeOutput(runner, 'report-file', isJudged ? inputs.reportFile : '');
  writeOutput(runner, 'sarif-file', isJudged ? inputs.sarifFile : '');
  writeOutput(runner, 'html-file', isJudged ? inputs.htmlFile : '');
  writeOutput(runner, 'failed-placements', JSON.stringify(report.exitCode === 0 ? [] : failed.map(({ object }) => displayName(object))));
}

function writeOutput(runner: Runner, name: string, value: string): void {
  try {
    runner.output(name, value);
  } catch (error) {
    runner.warning(`the output ${name} could not be written (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

async function writeComment({ report, inputs, context, runner, prefix, openGitHub }: Publication): Promise<void> {
  if (inputs.token === '') return runner.notice('no comment: there is no github-token');
  const marker = markerOf(inputs.commentKey === '' ? `${context.job}/${inputs.mode}` : inputs.commentKey);
  const body = renderMarkdown(report, { limit: COMMENT_LIMIT, prefix: marker, ...sourceOf({ context, prefix }) });
  // What is taken off a cluster is said whatever the outcome.
  const create = inputs.comment === 'always' || report.exitCode !== 0 || removalsIn(report).length > 0;
  const result = await publishComment({ place: context.place, marker, body, create }, openGitHub);
  if (result.kind === 'failed')
    return runner.warning(`the comment was not written: ${oneLine(result.why)}. The verdict stands; the job summary has the report.`);
  if (result.kind === 'noPlace') return runner.notice(`no comment: ${oneLine(result.why)}`);
  if (result.kind !== 'quiet') writeOutput(runner, 'comment-id', String(result.id));
}

function sourceOf({ context: { source }, prefix }: Pick<Publication, 'context' | 'prefix'>): Pick<RunContext, 'source'> {
  return source === undefined ? {} : { source: { ...source, prefix } };
}
