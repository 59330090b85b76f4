import { ConfigError } from '../../errors.ts';
import { EXIT_CODES, type PlanReport } from '../../report.ts';
import { planPlacements } from '../../schedule/plan.ts';
import type { CommandRun } from '../command.ts';
import { parseFormats } from '../formats.ts';
import { orNothingToDo } from '../nothing-to-do.ts';
import { publish } from '../output.ts';
import { report } from '../reports.ts';
import { readStaticInput } from '../static-input.ts';
import { choiceFlag } from '../values.ts';

/** `fleet-gate plan [PATH…]`. */
export const runPlan: CommandRun = (invocation, io) =>
  orNothingToDo('plan', invocation, io, async () => {
    const destinations = parseFormats(invocation.values('format'));
    const { read, fleet, target, base, config } = await readStaticInput(invocation, io);
    const { members, objects, now } = fleet;
    if (members === undefined) {
      throw new ConfigError(
        'plan needs the member clusters: give --clusters FILE (kubectl get memberclusters -o yaml), or --kubeconfig to read them from the hub',
      );
    }
    const compared = base === undefined ? {} : { base: base.manifests };
    const plan = planPlacements({ objects: read.manifests, members, now, existing: objects, target, ...compared });
    const failOn = choiceFlag(invocation, 'fail-on', ['error', 'warning', 'none']) ?? config.config.failOn ?? 'error';
    const failed = failOn !== 'none' && hasUnscheduled(plan);
    const result = report({
      command: 'plan',
      outcome: failed ? 'findings' : 'clean',
      exitCode: failed ? EXIT_CODES.failed : EXIT_CODES.passed,
      plan,
    });
    await publish(result, destinations, invocation, io);
    return { exitCode: result.exitCode, report: result };
  });

/** A placement that the scheduler would not fulfil, or that it would fulfil with no cluster at all. */
function hasUnscheduled({ placements }: PlanReport): boolean {
  return placements.some(({ scheduled, picked }) => scheduled !== 'True' || picked.length === 0);
}
