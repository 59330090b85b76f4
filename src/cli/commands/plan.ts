import { ConfigError, HubError } from '../../errors.ts';
import { nearest } from '../../fleet/nearest.ts';
import { planFault } from '../../report/plan-fault.ts';
import { EXIT_CODES } from '../../report.ts';
import type { PlanInput } from '../../schedule/plan-context.ts';
import { planPlacements } from '../../schedule/plan.ts';
import { renderCluster } from '../../schedule/render-cluster.ts';
import type { CommandRun } from '../command.ts';
import { MEMBER_CLUSTER } from '../fleet-input.ts';
import { parseFormats } from '../formats.ts';
import { orReported } from '../or-reported.ts';
import { publish } from '../output.ts';
import { planInput } from '../plan-input.ts';
import { renderedYaml } from '../rendered-yaml.ts';
import { report } from '../reports.ts';
import { readStaticInput, type StaticInput } from '../static-input.ts';
import { choiceFlag } from '../values.ts';

/** `fleet-gate plan [PATH…]`; with `--render CLUSTER` standard output is what the cluster gets, as YAML. */
export const runPlan: CommandRun = (invocation, io) =>
  orReported('plan', invocation, io, async () => {
    const destinations = parseFormats(invocation.values('format'));
    const input = await readStaticInput(invocation, io);
    const planned = planInput(input);
    if (planned === undefined) throw membersMissing(input);
    const { notEvaluated } = input.read;
    const plan = { ...planPlacements(planned), ...(notEvaluated.length === 0 ? {} : { notEvaluated }) };
    const cluster = invocation.value('render');
    if (cluster !== undefined) {
      const rendered = renderCluster(planned, plan, cluster);
      if (rendered === undefined) throw new ConfigError(`--render: no member cluster is called "${cluster}"${hintFor(cluster, planned)}`);
      if (destinations.some(({ format, file }) => file === undefined && invocation.values('format').includes(format)))
        throw new ConfigError('--render writes to standard output; write the report to a file: --format json=report.json');
      io.stdout.write(renderedYaml(cluster, rendered));
    }
    const failOn = choiceFlag(invocation, 'fail-on', ['error', 'warning', 'none']) ?? input.config.config.failOn ?? 'error';
    const failed = failOn !== 'none' && plan.placements.some((placement) => planFault(placement) !== undefined);
    const result = report({
      command: 'plan',
      outcome: failed ? 'findings' : 'clean',
      exitCode: failed ? EXIT_CODES.failed : EXIT_CODES.passed,
      plan,
    });
    const reports = cluster === undefined ? destinations : destinations.filter(({ file }) => file !== undefined);
    await publish(result, reports, invocation, io);
    return { exitCode: result.exitCode, report: result };
  });

function membersMissing({ fleet: { hub } }: StaticInput): Error {
  const unseen = hub?.unseen(MEMBER_CLUSTER);
  if (unseen !== undefined)
    return new HubError('notAllowed', `plan needs the member clusters, which the hub does not show: ${unseen.message}`);
  return new ConfigError(
    'plan needs the member clusters: give --clusters FILE (kubectl get memberclusters -o yaml), or --kubeconfig to read them from the hub',
  );
}

function hintFor(cluster: string, { members }: PlanInput): string {
  const names = members.map(({ metadata }) => metadata.name);
  const meant = nearest(cluster, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
