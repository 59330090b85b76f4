import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import type { Rollback } from '../../report.ts';
import { fleetGateOfHub, kubectlOfHub, type Reach } from '../reach.ts';
import type { PlacementView } from '../view/placement.ts';
import { resourceArgs } from '../view/resource-args.ts';
import { safeOutput } from '../view/safe-output.ts';
import type { RunView } from '../view/run.ts';

interface Beside {
  /** All runs of the placement. */
  readonly runs: readonly RunView[];
  /** Runs that would go on beside the new one. */
  readonly atWork: readonly ObjectRef[];
  /** The name of the snapshot that comes back. */
  readonly snapshot: string;
  readonly reach: Reach;
}

/**
 * The run that rolls out the snapshot of an older run by its strategy, and the steps to create it. It is created with the state
 * `Initialize`, so that its stages and clusters can be read before it changes anything.
 */
export function rollbackRun(view: PlacementView, last: RunView, beside: Beside): Pick<Rollback, 'manifest' | 'steps'> {
  const { runs, atWork, snapshot, reach } = beside;
  const { apiVersion, kind, namespace } = last.ref;
  const index = String(last.usedIndex);
  const name = freeName(`${view.ref.name.slice(0, LONGEST)}-back-to-${index}`, new Set(runs.map(({ ref }) => ref.name)));
  const strategy = stringAt(last.object, 'spec', 'stagedRolloutStrategyName') ?? '';
  const manifest = [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    'metadata:',
    `  name: ${JSON.stringify(name)}`,
    ...(namespace === undefined ? [] : [`  namespace: ${JSON.stringify(namespace)}`]),
    'spec:',
    `  placementName: ${JSON.stringify(view.ref.name)}`,
    `  resourceSnapshotIndex: ${JSON.stringify(index)}`,
    `  stagedRolloutStrategyName: ${JSON.stringify(strategy)}`,
    '  state: Initialize',
  ].join('\n');
  const kubectl = kubectlOfHub(reach);
  const run = resourceArgs({ ...last.ref, name });
  const held = { ...view.ref, kind: kindInScopeOf(view.ref, 'ResourceSnapshot'), name: snapshot };
  const stop = `-p '{"spec":{"state":"Stop"}}'`;
  return {
    manifest,
    steps: [
      `See the objects that would come back: \`${kubectl} get ${resourceArgs(held)} ${safeOutput(held) ?? '-o name'}\``,
      ...atWork.map((ref) => `Stop the run that is still active: \`${kubectl} patch ${resourceArgs(ref)} --type=merge ${stop}\``),
      `Save the run below as rollback.yaml and create it. It does not start: \`${kubectl} create -f rollback.yaml\``,
      `See its stages and clusters: \`${kubectl} get ${run} -o yaml\``,
      `If they are right, start it: \`${kubectl} patch ${run} --type=merge -p '{"spec":{"state":"Run"}}'\``,
      `Prove the result: \`${fleetGateOfHub(reach, 'wait', shellWord(shortName({ ...last.ref, name })))}\``,
    ],
  };
}

/** Characters of the placement in the name of a run, which may have 63 with its ending (KubeFleet, labels of approval requests). */
const LONGEST = 45;

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) if (!taken.has(`${name}-${String(count)}`)) return `${name}-${String(count)}`;
}
