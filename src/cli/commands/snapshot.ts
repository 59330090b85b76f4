import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigError, HubError } from '../../errors.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import type { Target } from '../../gates/deploy/target.ts';
import { dumpText } from '../../gates/hub/dump/dump.ts';
import { requireAllowed } from '../../gates/loop/gate-report.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { readDeployed } from '../hub/deployed.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { hubNeeds } from '../hub/doctor-needs.ts';
import { accessGrace, openHub, watchNotices } from '../hub/open-hub.ts';
import { logSafeYaml } from '../output/log-safe-yaml.ts';
import { save } from '../output/requested-output-file.ts';
import type { CommandRun } from '../output/run-result.ts';
import { allTargets, checkTargets, targetsOf } from '../hub/targets.ts';

/**
 * `fleet-gate snapshot` saves all objects that a judgement reads to one file that only its owner can read. Secret data and tokens are
 * removed.
 */
export const runSnapshot: CommandRun = async (invocation, io) => {
  checkTargets(invocation, io.cwd);
  checkOut(invocation);
  const { manifests } = await readDeployed(invocation, io);
  const access = accessGrace(flagValue(invocation, 'access-grace') ?? 0, invocation, io);
  const hub = await openHub(invocation, io, access);
  const again = (): Promise<void> => hub.refresh();
  const findTargets = async (): Promise<readonly Target[]> => {
    const named = await targetsOf(invocation, hub, hub.namespace);
    return named.length === 0 && manifests === undefined ? allTargets(hub) : named;
  };
  try {
    const isAll = invocation.positionals.length === 0 && manifests === undefined;
    if (isAll) hub.preflight(hubNeeds({ targets: [] }).interests);
    const targets = await access.retry(findTargets, { again });
    const namespace = hub.namespace === undefined ? {} : { namespace: hub.namespace };
    const expectation = expectationOf({
      targets,
      terms: invocation.named,
      ...namespace,
      ...(manifests === undefined ? {} : { manifests }),
    });
    hub.preflight(interestsOf(expectation, undefined, 'whole'));
    await hub.follow(interestsOf(expectation, undefined, 'whole'));
    await access.retry(() => requireAllowed(hub.state(), expectation), { again }).catch(orAsItIs);
    // The selected objects are known only after the snapshots were read.
    const interests = interestsOf(expectation, hub.state(), 'whole');
    await hub.follow(interests);
    const file = invocation.value('out') ?? 'fleet-gate-snapshot.yaml';
    const format = file.endsWith('.json') ? 'json' : 'yaml';
    const text = dumpText(hub.state(), interests, {
      key: randomBytes(16).toString('hex'),
      hide: (value) => io.secrets.hide(value),
      format,
      write: file === '-' ? logSafeYaml : undefined,
      ...(hub.namespace === undefined ? {} : { namespaces: [hub.namespace] }),
    });
    if (file === '-') io.stdout.write(text);
    else save(resolve(io.cwd, file), text, invocation.named('out', file), OWNER_ONLY);
    if (file !== '-' && !invocation.switch('quiet'))
      io.stderr.write(`${terminalLine(`wrote ${file}; look into it with: fleet-gate diagnose --from ${shellWord(file)}`)}\n`);
    return { exitCode: 0 };
  } finally {
    watchNotices([hub], invocation, io)();
    await hub.close();
  }
};

/** `-o` of kubectl takes a format. @throws {ConfigError} */
function checkOut(invocation: Invocation): void {
  const format = ['json', 'yaml', 'name', 'wide'].find((name) => name === invocation.value('out'));
  if (format === undefined) return;
  const file = `fleet-gate-snapshot.${format === 'json' ? 'json' : 'yaml'}`;
  throw new ConfigError(`${invocation.named('out')} takes a file, not a format; write: ${invocation.named('out', file)}`);
}

/** The content of a hub is confidential, even without its Secrets. */
const OWNER_ONLY = 0o600;

/** The file itself lists what could not be read. */
function orAsItIs(error: unknown): void {
  if (!(error instanceof HubError) || error.kind !== 'notAllowed') throw error;
}
