import { HubError, NothingToDo } from '../../errors.ts';
import { listAt } from '../../fleet/json/json.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import type { Target } from '../../gates/deploy/target.ts';
import { judgeByStatus } from '../../gates/loop/judge-by-status.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { hubSecretsHider } from '../../gates/loop/without-hub-secrets.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { StatusReport } from '../../report.ts';
import { statusOf } from '../../report/facts/gate/status-of.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { hubNeeds } from '../hub/doctor-needs.ts';
import type { Source } from '../hub/judged-source.ts';
import { allTargets, targetsOf } from '../hub/targets.ts';
import type { Io } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';

/** What a list is made from. */
export interface StatusInput {
  readonly source: Source;
  readonly options: GateOptions;
  readonly found: FoundConfig;
  readonly invocation: Invocation;
  readonly io: Io;
}

/**
 * More pairs of placement and cluster than this are judged by their status alone: all objects of 100,000 pairs take 30 seconds to read.
 */
export const MOST_PAIRS = 2000;

/**
 * The present state of the targets; `undefined` if it was cancelled. They are judged as `diagnose` judges them. All targets of a large
 * fleet are judged by their status.
 * @throws {HubError} @throws {NothingToDo} there is no placement and no update run
 */
export async function judgedStatus({ source, options, found, invocation, io }: StatusInput): Promise<StatusReport | undefined> {
  const { reader, namespace, access, members } = source;
  const findTargets = async (): Promise<readonly Target[]> => {
    const named = await targetsOf(invocation, reader, namespace);
    return named.length === 0 ? allTargets(reader) : named;
  };
  source.preflight?.(hubNeeds({ targets: [] }).interests);
  const targets = await (access === undefined ? findTargets() : access.retry(findTargets, { again: () => reader.refresh() }));
  if (targets.length === 0) throw new NothingToDo('there is no placement and no update run');
  const expectation = expectationOf({
    targets,
    options,
    terms: invocation.named,
    reach: source.reach(found),
    ...(namespace === undefined ? {} : { namespace }),
  });
  const isLarge = source.preflight !== undefined && invocation.positionals.length === 0 && pairsOf(targets, reader.state()) > MOST_PAIRS;
  if (!isLarge) source.preflight?.(interestsOf(expectation));
  const gate = await (isLarge
    ? judgeByStatus(reader, expectation)
    : diagnose({ reader, expectation, signal: io.signal, ...defined({ members, access }) }));
  if (gate.outcome === 'cancelled') return undefined;
  if (gate.outcome === 'unreachable' || gate.outcome === 'notAllowed')
    throw new HubError(gate.outcome, gate.message ?? 'the hub cannot be read');
  const hide = hubSecretsHider(reader.state());
  const status: StatusReport = { ...statusOf(gate), ...(isLarge ? { judgedBy: 'status' } : {}) };
  return withEveryString(status, (text) => io.secrets.hide(hide(text)));
}

/** Number of clusters in the status of these placements, each as often as a placement has it. */
function pairsOf(targets: readonly Target[], hub: HubState): number {
  return targets.reduce((sum, { kind, namespace, name }) => {
    const object = hub.get(typeOf(kind), namespace, name);
    return sum + listAt(object, 'status', 'placementStatuses').length;
  }, 0);
}
