import { ConfigError } from '../../errors.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import { hubSecretsHider, withoutHubSecrets } from '../../gates/loop/without-hub-secrets.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { filesReader } from '../../gates/hub/dump/files-reader.ts';
import type { MemberReader } from '../../gates/hub/member-reader.ts';
import type { Notice } from '../../gates/hub/access/notices.ts';
import type { AccessGrace } from '../../gates/hub/access/access-grace.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { HubReader } from '../../gates/hub/reader.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import type { Target } from '../../gates/deploy/target.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { Reach } from '../../gates/reach.ts';
import type { GateReport } from '../../report.ts';
import { type FoundConfig, loadConfig } from '../settings/config-file.ts';
import { readDeployed } from '../hub/deployed.ts';
import type { ResourceStack } from '../process/resource-stack.ts';
import { parseFormats } from '../output/output.ts';
import { reachOfFiles } from '../hub/reach-of-files.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { gateReportParts } from '../hub/gate-settings.ts';
import { type CommandRun, gateResult, orReported } from '../output/run-result.ts';
import type { Io } from '../process/io.ts';
import { readDump } from '../hub/read-dump.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { allTargets, checkTargets, targetsOf } from '../hub/targets.ts';

/** `fleet-gate diagnose [KIND/[NS/]NAME…]` judges a hub or files once, without waiting. */
export const runDiagnose: CommandRun = (invocation, io) =>
  orReported('diagnose', invocation, io, async (opened) => {
    const destinations = parseFormats(invocation);
    checkTargets(invocation, io.cwd);
    const found = await loadConfig(invocation, io);
    const options = gateOptions(invocation, found.config.gate ?? {});
    const manifests = await readDeployed(invocation, io);
    let seen: Source | undefined;
    const judge = async (): Promise<GateReport> => {
      const source = await openSource(invocation, io, opened, options);
      seen = source;
      const { reader, namespace, access, members } = source;
      const findTargets = async (): Promise<readonly Target[]> => {
        const named = await targetsOf(invocation, reader, namespace);
        return named.length === 0 && manifests === undefined ? allTargets(reader) : named;
      };
      try {
        const targets = await (access === undefined ? findTargets() : access.retry(findTargets, { again: () => reader.refresh() }));
        const expectation = expectationOf({
          targets,
          options,
          terms: invocation.named,
          reach: source.reach(found),
          ...(namespace === undefined ? {} : { namespace }),
          ...(manifests === undefined ? {} : { manifests }),
        });
        source.preflight?.(interestsOf(expectation));
        const report = await diagnose({ reader, expectation, signal: io.signal, ...defined({ members, access }) });
        return withoutHubSecrets(report, hubSecretsHider(reader.state(), manifests));
      } finally {
        source.notices?.();
      }
    };
    const isLive = invocation.values('from').length === 0;
    const beside = isLive ? doctorForGate({ manifests, options, notices: () => seen?.seen?.() ?? [] }, invocation, io) : undefined;
    const saidOf = gateReportParts(invocation, found, manifests);
    return gateResult('diagnose', invocation, destinations, io, saidOf, judge, beside);
  });

/** The source of the objects to judge: a hub or files. */
interface Source {
  readonly reader: HubReader;
  readonly namespace: string | undefined;
  readonly reach: (found: FoundConfig) => Reach;
  readonly members?: MemberReader;
  readonly access?: AccessGrace;
  preflight?(interests: readonly Interest[]): void;
  notices?(): void;
  /** Notices about the access to the hub. */
  seen?(): readonly Notice[];
}

async function openSource(invocation: Invocation, io: Io, opened: ResourceStack, options: GateOptions): Promise<Source> {
  const files = invocation.values('from');
  return files.length === 0 ? openLive(invocation, io, opened, options) : openFiles(invocation, io);
}

async function openLive(invocation: Invocation, io: Io, opened: ResourceStack, options: GateOptions): Promise<Source> {
  const { named } = invocation;
  if (invocation.value('now') !== undefined) throw new ConfigError(`${named('now')} goes with ${named('from')}; a hub has its own time`);
  const [{ accessGrace, openHub, openMembers, watchNotices }, { reachOf }] = await Promise.all([
    import('../hub/open-hub.ts'),
    import('../hub/reach-of.ts'),
  ]);
  const access = accessGrace(options.accessGrace, invocation, io);
  const hub = opened.add(await openHub(invocation, io, access));
  const members = await openMembers(invocation, io);
  if (members !== undefined) opened.add(members);
  const notices = watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io);
  const preflight = (interests: readonly Interest[]): void => hub.preflight(interests);
  return {
    reader: hub,
    namespace: hub.namespace,
    reach: (found) => reachOf(invocation, io, found),
    access,
    preflight,
    notices,
    seen: () => hub.notices(),
    ...(members === undefined ? {} : { members }),
  };
}

async function openFiles(invocation: Invocation, io: Io): Promise<Source> {
  const { named } = invocation;
  for (const flag of ['kubeconfig', 'context', 'server', 'tls-server-name', 'access-grace', 'member', 'member-kubeconfig'] as const) {
    if (invocation.value(flag) !== undefined)
      throw new ConfigError(`${named('from')} and ${named(flag)} exclude each other: files or clusters`);
  }
  const objects = await readDump(invocation, io);
  const reader = filesReader(objects, flagValue(invocation, 'now'), named);
  return { reader, namespace: invocation.value('namespace'), reach: reachOfFiles };
}
