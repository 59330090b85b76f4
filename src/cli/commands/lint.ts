import type { LoadedConfig } from '../../config.ts';
import type { Severity } from '../../finding.ts';
import { EXIT_CODES, type LintReport, type Report } from '../../report.ts';
import { compareWithBase } from '../../static/compare.ts';
import { listRules } from '../../static/explain.ts';
import { lint } from '../../static/lint.ts';
import { makeWorld } from '../../static/make-world.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { RULES } from '../../static/rules/index.gen.ts';
import { parseFormats } from '../formats.ts';
import type { Io } from '../io.ts';
import { orReported } from '../or-reported.ts';
import { publish } from '../output.ts';
import { planInput } from '../plan-input.ts';
import type { Invocation } from '../parse.ts';
import { report } from '../reports.ts';
import type { CommandRun } from '../command.ts';
import { readStaticInput, type StaticInput } from '../static-input.ts';
import { choiceFlag } from '../values.ts';

/** `fleet-gate lint [PATH…]`. */
export const runLint: CommandRun = (invocation, io) =>
  orReported('lint', invocation, io, async () => {
    const destinations = parseFormats(invocation.values('format'));
    const input = await readStaticInput(invocation, io);
    const judged = lintInput(input, io);
    const failed = failsOn(judged, invocation, input.config);
    // `--fail-on none` decides the exit code; it makes no tree clean.
    const isClean = !failed && judged.counts.error === 0;
    const result = report({
      command: 'lint',
      outcome: isClean ? 'clean' : 'findings',
      exitCode: failed ? EXIT_CODES.failed : EXIT_CODES.passed,
      lint: judged,
      ...(invocation.switch('plan') ? await planPart(input) : {}),
    });
    await publish(result, destinations, invocation, io, { rules: listRules() });
    return { exitCode: result.exitCode, report: result };
  });

/** What the scheduler would pick. It tells, it does not decide: what is wrong with it is a finding as well. */
async function planPart(input: StaticInput): Promise<Pick<Report, 'plan'>> {
  const planned = planInput(input);
  if (planned === undefined) return {};
  const { planPlacements } = await import('../../schedule/plan.ts');
  return { plan: planPlacements(planned) };
}

/** The lint part of a report: the tree, held against the base where there is one. */
export function lintInput(input: StaticInput, io: Pick<Io, 'now'>): LintReport {
  if (input.base === undefined) return lintTree(input.read, input, io);
  return compareWithBase(lintTree(input.read, input, io, input.base), lintTree(input.base, input, io));
}

function lintTree(read: ReadResult, { target, fleet, config }: StaticInput, io: Pick<Io, 'now'>, base?: ReadResult): LintReport {
  const members = fleet.members === undefined ? {} : { members: fleet.members };
  const world = makeWorld({
    target,
    now: fleet.now,
    manifests: read.manifests,
    decided: fleet.objects,
    base: base?.manifests ?? [],
    ...members,
  });
  const settings = config.config.rules === undefined ? {} : { settings: config.config.rules };
  return lint(world, read, { rules: RULES, today: io.now(), suppress: config.suppress, ...settings });
}

const FAILING: Readonly<Record<'error' | 'warning' | 'none', readonly Severity[]>> = {
  error: ['error'],
  warning: ['error', 'warning'],
  none: [],
};

function failsOn({ findings }: LintReport, invocation: Invocation, { config }: LoadedConfig): boolean {
  const failing = FAILING[choiceFlag(invocation, 'fail-on', ['error', 'warning', 'none']) ?? config.failOn ?? 'error'];
  const onlyNew = invocation.switch('fail-on-new');
  return findings.some(
    ({ severity, suppressed, state }) =>
      failing.includes(severity) && suppressed === undefined && state !== 'fixed' && !(onlyNew && state === 'unchanged'),
  );
}
