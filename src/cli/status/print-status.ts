import { shortName } from '../../fleet/kubefleet/short-names.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import { fleetGateOfHub } from '../../gates/reach.ts';
import { worstOf } from '../../outcome.ts';
import { EXIT_CODES, type StatusReport } from '../../report.ts';
import { statusTable } from '../../report/text/status-text.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { styler } from '../output/output.ts';
import { report } from '../output/run-result.ts';
import type { Io } from '../process/io.ts';
import { knownReach } from '../hub/reach-of.ts';
import { MOST_PAIRS } from './judged-status.ts';

export type StatusFormat = 'table' | 'wide' | 'name' | 'json';

/**
 * The list as text. On a terminal a table has at most one screen of lines, so that the worst ones stay visible; a file or a pipe gets all
 * of them.
 * @param unlisted why the list may not be whole; absent if it is
 */
export function statusText(status: StatusReport, format: StatusFormat, invocation: Invocation, io: Io, unlisted?: string): string {
  if (format === 'json') return `${JSON.stringify(statusJson(status, unlisted), undefined, 2)}\n`;
  if (format === 'name') return status.targets.map(({ object }) => `${terminalLine(shortName(object))}\n`).join('');
  const { stdout } = io;
  const screen = stdout.isTTY ? { width: stdout.columns - 1, rows: stdout.rows - 1 } : {};
  const lines = statusTable(status, { wide: format === 'wide', style: styler(invocation, io), ...screen });
  return lines.map((line) => `${line}\n`).join('');
}

/** What a list by status alone does not check, as a note on standard error. Printed once. */
export function statusNotes(invocation: Invocation, io: Io): (status: StatusReport) => void {
  let isNew = !invocation.switch('quiet');
  return ({ judgedBy }) => {
    if (isNew && judgedBy === 'status') io.stderr.write(`note: ${terminalLine(byStatus(invocation, io))}\n`);
    isNew &&= judgedBy !== 'status';
  };
}

function byStatus(invocation: Invocation, io: Io): string {
  const files = invocation.values('from').flatMap((file) => ['--from', shellWord(file)]);
  const again =
    files.length === 0 ? fleetGateOfHub(knownReach(invocation, io), 'diagnose', 'NAME') : `fleet-gate diagnose NAME ${files.join(' ')}`;
  return `${BY_STATUS}: \`${again}\` reads them.`;
}

const BY_STATUS = `checked by the status of placements and update runs only, because there are more than ${MOST_PAIRS} pairs of placement and cluster. Content, bindings and Works were not read`;

/** The outcome is that of the worst target. The exit code of a whole list is 0, because this command shows and does not judge. */
function statusJson(status: StatusReport, unlisted?: string): object {
  if (unlisted !== undefined)
    return { ...report({ command: 'status', outcome: 'notAllowed', exitCode: EXIT_CODES.notAllowed, message: unlisted }), status };
  const worst = worstOf(status.targets.map(({ verdict }) => (verdict === 'unknown' || verdict === 'notVerified' ? 'waiting' : verdict)));
  return { ...report({ command: 'status', outcome: worst, exitCode: EXIT_CODES.passed }), status };
}
