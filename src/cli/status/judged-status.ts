import { HubError, NothingToDo } from '../../errors.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import type { Target } from '../../gates/deploy/target.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { hubSecretsHider } from '../../gates/loop/without-hub-secrets.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { StatusReport } from '../../report.ts';
import { statusOf } from '../../report/facts/gate/status-of.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
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
 * The present state of the targets, as `diagnose` judges it; `undefined` if it was cancelled.
 * @throws {HubError} @throws {NothingToDo} there is no placement and no update run
 */
export async function judgedStatus({ source, options, found, invocation, io }: StatusInput): Promise<StatusReport | undefined> {
  const { reader, namespace, access, members } = source;
  const findTargets = async (): Promise<readonly Target[]> => {
    const named = await targetsOf(invocation, reader, namespace);
    return named.length === 0 ? allTargets(reader) : named;
  };
  const targets = await (access === undefined ? findTargets() : access.retry(findTargets, { again: () => reader.refresh() }));
  if (targets.length === 0) throw new NothingToDo('there is no placement and no update run');
  const expectation = expectationOf({
    targets,
    options,
    terms: invocation.named,
    reach: source.reach(found),
    ...(namespace === undefined ? {} : { namespace }),
  });
  source.preflight?.(interestsOf(expectation));
  const gate = await diagnose({ reader, expectation, signal: io.signal, ...defined({ members, access }) });
  if (gate.outcome === 'cancelled') return undefined;
  if (gate.outcome === 'unreachable' || gate.outcome === 'notAllowed')
    throw new HubError(gate.outcome, gate.message ?? 'the hub cannot be read');
  const hide = hubSecretsHider(reader.state());
  return withEveryString(statusOf(gate), (text) => io.secrets.hide(hide(text)));
}
