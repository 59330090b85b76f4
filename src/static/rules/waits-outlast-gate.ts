/**
 * A timed wait after a stage delays the run that long, also after the last stage. Source: `pkg/controllers/updaterun/execution.go`,
 * handleAfterStageTasks (a stage ends after all of its tasks are done).
 */
import { durationText, parseDuration } from '../../duration.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';

import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import type { RepositoryGate } from '../world/repository-gate.ts';
import { isResolved } from '../world/resolved.ts';
import { runReference } from '../world/run-reference.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Outlasted {
  readonly waits: string;
  readonly place: string;
  readonly timeout: string;
  readonly endedWith: RepositoryGate['endedWith'];
}

export const waitsOutlastGate = defineRule<Outlasted>({
  id: 'waits-outlast-gate',
  summary: 'The timed waits of the strategy are longer than the timeout of the gate in this repository',
  effect: 'advice',
  kinds: ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'],
  why: 'A run waits after each stage for the time of its `TimedWait` task, one stage after the other. The waits alone are a lower bound for the duration of the run, and a gate with a smaller timeout gives up although the run is healthy. GitHub ends a job after its `timeout-minutes` (default: 6 hours), and a step after its own; a gate in it then ends without a verdict. The gates are the steps in `.github/workflows` that use the Action in mode `gate` or run `fleet-gate wait`, otherwise `gate.timeout` of the configuration.',
  remedy: 'Give the gate, its job and its step more time than the waits, or run the gate in a later job.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ waits, place, timeout, endedWith }) =>
    `The waits of the stages add up to ${waits}, and ${endedWith === undefined ? `the gate in ${place} gives up` : `GitHub ends the ${endedWith} of the gate in ${place}`} after ${timeout}.`,
  remedyFor: ({ waits, endedWith }) =>
    endedWith === undefined
      ? `Give the gate a timeout above ${waits}, with time for the rollout itself, or shorten the waits.`
      : `Give the ${endedWith} a \`timeout-minutes\` above ${waits}, and the gate a timeout between the two, or shorten the waits.`,
  *check(manifest, judged) {
    if (judged.gates.length === 0 || !isNamed(manifest) || !isResolved(manifest, '/spec/stages')) return;
    const stages = listAt(manifest.object, 'spec', 'stages');
    // Tasks of the delete stage: KubeFleet pull request 813.
    const tasks = [...stages.flatMap((stage) => listAt(stage, 'afterStageTasks')), ...listAt(manifest.object, 'spec', 'deleteStageTasks')];
    const waits = tasks.filter((task) => stringAt(task, 'type') === 'TimedWait');
    const total = waits.reduce<number>((sum, task) => sum + (parseDuration(stringAt(task, 'waitTime') ?? '') ?? 0), 0);
    if (total === 0) return;
    const targets = followed(manifest, withHub(judged));
    const [gate] = judged.gates
      .filter((each) => each.timeout <= total && mayFollow(each, targets))
      .toSorted((a, b) => a.timeout - b.timeout);
    if (gate === undefined) return;
    const { place, timeoutText: timeout, endedWith } = gate;
    yield { at: '/spec/stages', part: 'key', data: { waits: durationText(total), place, timeout, endedWith } };
  },
});

/** The known names of the runs with this strategy and of their placements. */
function followed(strategy: Manifest, world: World): ReadonlySet<string> {
  const kind = strategy.object.kind.replace(/Strategy$/, 'Run');
  const runs = placementKind(world, kind).filter((run) => {
    const named = runReference(run, 'strategy');
    return named?.name === nameOf(strategy) && named.namespace === (kind.startsWith('Cluster') ? undefined : strategy.namespace);
  });
  return new Set(runs.flatMap((run) => [nameOf(run), runReference(run, 'placement')?.name ?? '']));
}

/** A gate that names its targets is for a run of this strategy only if it names the run or its placement. */
function mayFollow({ follows }: RepositoryGate, targets: ReadonlySet<string>): boolean {
  return follows === undefined || follows.split(/[\s,]/).some((target) => targets.has(target.slice(target.lastIndexOf('/') + 1)));
}
