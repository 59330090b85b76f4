import type { CallToolResult } from '@modelcontextprotocol/server';
import { ConfigError, HubError, NothingToDo } from '../../errors.ts';
import type { OwnsReport, Report } from '../../report.ts';
import { ownsText } from '../../report/text/owns-text.ts';
import { renderText } from '../../report/text/render-text.ts';
import { clip, visible } from '../../report/facts/words/visible.ts';
import type { Io } from '../process/io.ts';
import { argvOf, type McpSettings } from './argv-of.ts';
import { fieldTerms } from './field-terms.ts';
import type { McpTool } from './tools.ts';

/** Maximum number of characters of a text; a model reads all of it. */
const TEXT = 20_000;
/** Maximum number of characters of a report as data. */
const DATA = 1_000_000;

/**
 * Runs one call. The result is a text, and the report as data if it is not too large. A verdict is never an error. An error means that
 * there is no verdict; its line says what to do, or that this is a bug.
 */
export async function callTool(
  tool: McpTool,
  input: Readonly<Record<string, unknown>>,
  settings: McpSettings,
  shell: Shell,
): Promise<CallToolResult> {
  try {
    const argv = argvOf(tool, input, settings);
    const json = await outputOf([...argv, '--format=json'], settings, shell);
    const data = JSON.parse(json) as Record<string, unknown>;
    const text = tool.command === 'explain' ? await outputOf([...argv, '--format=markdown'], settings, shell) : textOf(data);
    return { content: [{ type: 'text', text: shortened(text, json.length) }], ...(json.length > DATA ? {} : { structuredContent: data }) };
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof HubError || error instanceof NothingToDo;
    const message = error instanceof Error ? error.message : String(error);
    // The library would show the message of a thrown error as it is.
    const text = visible(shell.io.secrets.hide(isKnown ? message : `internal error, nothing was checked: ${message}`));
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** The standard output of a command line. */
async function outputOf(argv: readonly string[], { root }: McpSettings, { io, run, signal }: Shell): Promise<string> {
  const out: string[] = [];
  const stdout = { write: (text: string) => void out.push(text), isTTY: false, columns: 80, rows: 24 };
  await run(
    argv,
    { ...io, cwd: root, env: { ...io.env, ...boundedBy(root) }, signal, stdout, stdin: () => Promise.resolve('') },
    fieldTerms,
  );
  return out.join('');
}

/**
 * The search for a configuration and its files ends at the workspace of a job. This makes the root that workspace, so that a repository
 * around it is not read.
 */
function boundedBy(root: string): Readonly<Record<string, string>> {
  return { GITHUB_WORKSPACE: root };
}

export interface Shell {
  readonly io: Io;
  readonly run: NonNullable<Io['runs']>;
  /** Aborted if the client cancels the call. */
  readonly signal: AbortSignal;
}

function textOf(data: Record<string, unknown>): string {
  return data['owns'] === undefined ? renderText(data as unknown as Report) : ownsText(data['owns'] as OwnsReport);
}

function shortened(text: string, size: number): string {
  const notes = [
    ...(text.length > TEXT ? [`${text.length - TEXT} characters more`] : []),
    ...(size > DATA ? [`the report has ${size} characters, which is too long to show; ask about fewer files or targets`] : []),
  ];
  return notes.length === 0 ? text : `${clip(text, TEXT)}\n(${notes.join('; ')})\n`;
}
