/**
 * Runs the Action with its bundled toolkit in a process of its own. It shows reports one after the other, then one internal error for each
 * text. Usage: `node action-process.ts CASES`. CASES is a file of `{reports, faults}`. The notification of each report is written to
 * `notify-INDEX.json`.
 */
import { readFileSync } from 'node:fs';
import { actionsRunner } from '../../../src/action/core.ts';
import { runAction } from '../../../src/action/run.ts';
import { processIo } from '../../../src/cli/process/io.ts';
import { printFault } from '../../../src/cli/process/process-end.ts';
import { oneLine } from '../../../src/report/facts/words/visible.ts';
import type { Report } from '../../../src/report.ts';

const { reports, faults } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  readonly reports: readonly Report[];
  readonly faults: readonly string[];
};
const runner = actionsRunner();
for (const [index, report] of reports.entries()) {
  process.env['INPUT_NOTIFY-FILE'] = `notify-${index}.json`;
  process.env['INPUT_MODE'] = report.gate === undefined ? 'lint' : 'gate';
  await runAction({
    runner,
    context: { apiUrl: '', graphqlUrl: '', owner: '', repo: '', job: 'test/gate', place: { kind: 'none', why: '' } },
    io: processIo(new AbortController().signal),
    run: () => Promise.resolve({ exitCode: report.exitCode, report }),
    openGitHub: () => Promise.reject(new Error('no GitHub here')),
    fetchCommit: () => Promise.resolve(),
    cancelGrace: 0,
    deploymentGrace: 10,
    commentGrace: 0,
  });
}
for (const text of faults) {
  printFault(new TypeError(text));
  runner.warning(oneLine(text));
}
