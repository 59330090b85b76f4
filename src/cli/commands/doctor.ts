import { ConfigError } from '../../errors.ts';
import { systemClock } from '../../gates/clock.ts';
import { doctor } from '../../gates/doctor/doctor.ts';
import type { AlsoVital, HubNeeds } from '../../gates/doctor/stepwise-hub.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { EXIT_CODES } from '../../report.ts';
import { loadConfig } from '../settings/config-file.ts';
import { readDeployed } from '../hub/deployed.ts';
import { askedOf, hubNeeds } from '../hub/doctor-needs.ts';
import { gateOptions } from '../settings/gate-options.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { memberLogins } from '../hub/member-logins.ts';
import { connectOptions } from '../hub/open-hub.ts';
import { knownReach } from '../hub/reach-of.ts';
import { type Destination, parseFormats, publish } from '../output/output.ts';
import { type CommandRun, orReported, report, reportCancelled } from '../output/run-result.ts';
import { checkTargets, namedTargets } from '../hub/targets.ts';
import type { Target } from '../../gates/deploy/target.ts';

/** Milliseconds. A login program may take a minute, and each other question some seconds. */
const LIMIT_MS = 180_000;

/** `fleet-gate doctor [KIND/[NS/]NAME…]` checks the access to the hub step by step, and says how to correct what fails. */
export const runDoctor: CommandRun = (invocation, io) =>
  orReported('doctor', invocation, io, async () => {
    const destinations = doctorFormats(invocation);
    checkTargets(invocation, io.cwd);
    const options = gateOptions(invocation, (await loadConfig(invocation, io)).config.gate ?? {});
    const { manifests } = await readDeployed(invocation, io);
    const asked = askedOf(invocation, io, { manifests, options });
    const { namespace } = asked;
    const ofGate = hubNeeds(asked);
    const approves = invocation.switch('to-approve') ? runsToApprove(invocation, namespace) : [];
    const needs: HubNeeds = {
      ...ofGate,
      alsoVital: (held) => [...ofGate.alsoVital(held), ...(approves.length === 0 ? [] : TO_APPROVE)],
      forMs: options.timeout,
      members: memberLogins(invocation, io),
      approves,
      reach: knownReach(invocation, io),
    };
    const limits = { clock: io.clock ?? systemClock, limitMs: LIMIT_MS, signal: io.signal };
    const { outcome, doctor: found } = await doctor(connectOptions(invocation, io), needs, limits);
    // An incomplete examination has no result.
    if (io.signal.aborted) return reportCancelled('doctor', invocation, io);
    const result = report({ command: 'doctor', outcome, exitCode: EXIT_CODES[outcome], doctor: found });
    publish(result, destinations, invocation, io);
    return { exitCode: result.exitCode, report: result };
  });

/** What `approve` requires beside what a gate requires. */
const TO_APPROVE: readonly AlsoVital[] = [
  { interest: typeOf('MemberCluster'), answer: 'show whether the clusters of an approval still answer' },
  { interest: typeOf('Work'), answer: 'show which content the clusters of an approval have' },
];

/** The update runs that are named; without any, all that have no namespace. @throws {ConfigError} a placement is named */
function runsToApprove(invocation: Invocation, namespace: string | undefined): readonly Pick<Target, 'kind' | 'namespace'>[] {
  const targets = namedTargets(invocation, namespace);
  if (targets.length === 0) return [{ kind: 'ClusterStagedUpdateRun' }];
  if (targets.every(({ kind }) => kind.endsWith('UpdateRun'))) return targets;
  throw new ConfigError(`${invocation.named('to-approve')} is about update runs: name only runs, for example csur/release-7`);
}

/** The other formats describe findings and placements, which this report does not have. */
const FORMATS: readonly Destination['format'][] = ['text', 'json', 'markdown'];

function doctorFormats(invocation: Invocation): readonly Destination[] {
  const destinations = parseFormats(invocation);
  const other = destinations.find(({ format }) => !FORMATS.includes(format));
  if (other === undefined) return destinations;
  throw new ConfigError(`doctor writes ${FORMATS.join(', ')}, not ${other.format}`);
}
