import { ConfigError, HubError } from '../../errors.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { isTargetLike, parseTarget, type Target } from '../../gates/deploy/target.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { hubSecretsHider, withoutHubSecrets } from '../../gates/loop/without-hub-secrets.ts';
import { connectWritableHub } from '../../gates/hub/write/connect-writable-hub.ts';
import { EXIT_CODES, exitCodeOf, type GateReport, type Report, type ReportOutcome } from '../../report.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { type Approved, approveRun } from '../approve/approve-run.ts';
import { gatherEvidence } from '../approve/gather-evidence.ts';
import { openQuery } from '../approve/prometheus.ts';
import { soakWait } from '../approve/soak-wait.ts';
import { refusedWrite } from '../approve/refused-write.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { defined } from '../command-line/invocation.ts';
import { readDeployed } from '../hub/deployed.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { gateReportParts } from '../hub/gate-settings.ts';
import { accessGrace, connectOptions, openMembers, watchNotices } from '../hub/open-hub.ts';
import { knownReach, reachOf } from '../hub/reach-of.ts';
import { ciRun } from '../output/ci-run.ts';
import { checkFolders, parseFormats, publish } from '../output/output.ts';
import { type CommandRun, notesOf, orReported, report } from '../output/run-result.ts';
import { unplacedText } from '../../report/facts/gate/unplaced.ts';
import { capitalised } from '../../fleet/text/capitalised.ts';
import { loadConfig } from '../settings/config-file.ts';
import { gateOptions } from '../settings/gate-options.ts';

/**
 * `fleet-gate approve RUN` writes the open approvals of an update run if what they wait for is proven. It is the only command that changes
 * something on a hub.
 */
export const runApprove: CommandRun = (given, io) =>
  orReported('approve', given, io, async (opened) => {
    const invocation = withRun(given);
    const destinations = parseFormats(invocation);
    checkFolders(destinations, invocation, io);
    runOf(invocation, 'default');
    const soak = flagValue(invocation, 'soak') ?? defaultValue('soak');
    const query = openQuery(invocation, io);
    if (query !== undefined) opened.add(query);
    const found = await loadConfig(invocation, io);
    // These would let pass what is not proven.
    const options = { ...gateOptions(invocation, found.config.gate ?? {}), onApproval: 'wait', for: 'available' } as const;
    const { manifests, templates, notes } = await readDeployed(invocation, io);
    let deployed = manifests;
    let seen: Awaited<ReturnType<typeof connectWritableHub>> | undefined;
    const approve = async (): Promise<Approved> => {
      const access = accessGrace(options.accessGrace, invocation, io);
      seen = await connectWritableHub({ ...connectOptions(invocation, io), access });
      const { writer } = seen;
      const hub = opened.add(seen.hub);
      const members = await openMembers(invocation, io);
      if (members !== undefined) opened.add(members);
      const notices = watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io);
      const target = runOf(invocation, hub.namespace ?? 'default');
      const expectation = expectationOf({
        targets: [target],
        options,
        terms: invocation.named,
        paths: invocation.values('manifests'),
        reach: reachOf(invocation, io, found),
        ...defined({ namespace: hub.namespace, manifests, templates }),
      });
      deployed = expectation.manifests;
      hub.preflight(interestsOf(expectation));
      const hide = (text: string): string => io.secrets.hide(hubSecretsHider(hub.state(), manifests)(text));
      const waitUntil = soakWait({ hub, timeout: options.timeout }, invocation, io);
      const ignoredFields = invocation.values('ignore-fields');
      const asked = { terms: invocation.named, soak, ignoredFields, ...defined({ manifests: deployed, members, query }) };
      try {
        const approved = await approveRun({
          target,
          hub,
          writer,
          judge: () => diagnose({ reader: hub, expectation, signal: io.signal, access, ...defined({ members }) }),
          evidence: (request, at) => gatherEvidence(request, at, asked),
          hide,
          waitUntil,
          dryRun: invocation.switch('dry-run'),
          stopRun: invocation.switch('stop-run'),
          ...defined({ stage: invocation.value('stage'), page: ciRun(io.env).page }),
        });
        const { gate, judged = gate, approval } = approved;
        const hidden = (verdict?: GateReport): GateReport | undefined =>
          verdict && withoutHubSecrets(verdict, hubSecretsHider(hub.state(), manifests));
        return {
          ...approved,
          ...defined({ gate: hidden(gate), judged: hidden(judged), approval: approval && withEveryString(approval, hide) }),
        };
      } finally {
        notices();
      }
    };
    const {
      outcome,
      gate,
      judged = gate,
      approval,
      refused,
    } = await approve().catch((error: unknown): Approved => {
      if (!(error instanceof HubError)) throw error;
      return { outcome: error.kind, gate: { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] } };
    });
    const beside = doctorForGate({ manifests, options, notices: () => seen?.hub.notices() ?? [] }, invocation, io);
    const parts = judged === undefined ? {} : gateReportParts({ invocation, found, notes }, () => deployed)(judged);
    const more = gate === undefined ? withUnplaced(parts, judged) : { ...parts, ...(await beside(gate)) };
    const rights =
      approval === undefined || refused === undefined ? {} : { doctor: refusedWrite(approval, refused, knownReach(invocation, io)) };
    const result = report({ command: 'approve', outcome, exitCode: codeOf(outcome), ...more, ...rights, ...defined({ gate, approval }) });
    publish(result, destinations, invocation, io);
    return { exitCode: result.exitCode, report: result };
  });

/** A report without the verdict names what was not compared too. */
function withUnplaced(parts: Pick<Report, 'settings' | 'notes'>, judged: GateReport | undefined): Pick<Report, 'settings' | 'notes'> {
  const unplaced = judged && unplacedText(judged);
  return unplaced === undefined ? parts : { ...parts, ...notesOf([`${capitalised(unplaced)}.`, ...(parts.notes ?? [])]) };
}

function codeOf(outcome: ReportOutcome): Report['exitCode'] {
  if (outcome === 'wait') return EXIT_CODES.waitingForPerson;
  return outcome in EXIT_CODES ? EXIT_CODES[outcome as keyof typeof EXIT_CODES] : exitCodeOf(outcome as GateReport['outcome']);
}

/**
 * The arguments with the run in full: `csur/NAME`, `sur/NAMESPACE/NAME`, or only `NAME` or `NAMESPACE/NAME`.
 * @throws {ConfigError}
 */
function withRun(invocation: Invocation): Invocation {
  const [text, ...rest] = invocation.positionals;
  if (text === undefined || rest.length > 0)
    throw new ConfigError('approve takes one update run: fleet-gate approve RUN, for example csur/release-7 or sur/shop/release-7');
  const whole = isTargetLike(text) ? text : text.includes('/') ? `sur/${text}` : `csur/${text}`;
  return { ...invocation, positionals: [whole] };
}

/** @param namespace of a namespaced run that names none @throws {ConfigError} */
function runOf({ positionals: [text = ''], ...invocation }: Invocation, namespace: string): Target {
  const target = parseTarget(text, invocation.value('namespace') ?? namespace, invocation.named);
  if (target.kind === 'ClusterStagedUpdateRun' || target.kind === 'StagedUpdateRun') return target;
  throw new ConfigError(`'${text}' is a placement, and only update runs ask for approvals: name a run, for example csur/release-7`);
}
