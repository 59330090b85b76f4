import { systemClock } from '../../gates/clock.ts';
import { HubError } from '../../errors.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { GateOptions } from '../../gates/options.ts';
import { EXIT_CODES } from '../../report.ts';
import { type FlagName, isForCommand, SETTINGS } from '../../settings/settings.ts';
import type { Terms } from '../../terms.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { EVICTION } from '../../watch/watched-of-hub.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { hubNeeds } from '../hub/doctor-needs.ts';
import { accessGrace, watchNotices } from '../hub/open-hub.ts';
import { reachOf, serverOf } from '../hub/reach-of.ts';
import { checkTargets, listedTargets, namedTargets, targetsOf } from '../hub/targets.ts';
import { checkFolders, parseFormats, publish } from '../output/output.ts';
import { type CommandRun, orReported, report, reportCancelled, type RunResult } from '../output/run-result.ts';
import { complain, type Io } from '../process/io.ts';
import { loadConfig } from '../settings/config-file.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { deliver, type Sinks } from '../watch/deliver.ts';
import { gitHubIssuesOf } from '../watch/github-issues.ts';
import { lookAtHub } from '../watch/look-at-hub.ts';
import { serveMetrics } from '../watch/metrics-server.ts';
import { rememberedState } from '../watch/remembered-state.ts';
import { watchId } from '../watch/state-file.ts';
import { WatchedHub } from '../watch/watched-hub.ts';
import { WatchLoop } from '../watch/watch-loop.ts';
import { watchSettings } from '../watch/watch-settings.ts';
import { unreadableStep, type WatcherPorts, watchStep } from '../watch/watcher.ts';
import { webhookOf } from '../watch/webhook.ts';

/** `fleet-gate watch [KIND/[NS/]NAME…]` checks again and again that everything is still good. With `--once` it checks once. */
export const runWatch: CommandRun = (invocation, io) =>
  orReported('watch', invocation, io, async (opened) => {
    const settings = watchSettings(invocation);
    const destinations = parseFormats(invocation);
    checkFolders(destinations, invocation, io);
    checkTargets(invocation, io.cwd);
    const clock = io.clock ?? systemClock;
    const sinks: Sinks = { webhook: webhookOf(invocation, io, clock), issues: gitHubIssuesOf(invocation, io, clock) };
    const found = await loadConfig(invocation, io);
    const options = gateOptions(invocation, { failOnDrift: true, ...found.config.gate });
    const access = accessGrace(options.accessGrace, invocation, io);
    const selector = invocation.value('selector');
    const isSelected = invocation.positionals.length > 0 || selector !== undefined;
    const needed = [...hubNeeds({ targets: namedTargets(invocation, undefined) }).interests, typeOf(EVICTION)];
    const hub = opened.add(new WatchedHub(invocation, io, access, needed));
    const manifests = invocation.values('manifests');
    const needs =
      manifests.length === 0 ? undefined : opened.add(new (await import('../ready/watched-needs.ts')).WatchedNeeds(invocation, io));
    const selection = [invocation.value('title'), selector, ...invocation.positionals];
    const id = watchId(serverOf(invocation, io), [...selection, ...manifests.map((path) => `manifests ${path}`)]);
    const reach = reachOf(invocation, io, found);
    const look: WatcherPorts['look'] = async () => {
      const reader = await hub.get();
      return lookAtHub({
        reader,
        follows: isSelected ? [typeOf('MemberCluster'), typeOf(EVICTION)] : needed,
        targets: async () => (isSelected ? targetsOf(invocation, reader, reader.namespace) : undefined),
        all: () => listedTargets(reader),
        isListed: !isSelected || selector !== undefined,
        ...(needs === undefined ? {} : { needed: (of) => needs.look(of) }),
        isOnly: settings.once,
        options,
        terms: watchTerms(invocation.named),
        reach,
        signal: io.signal,
      });
    };
    const refresh = async (): Promise<void> => (await hub.get()).refresh();
    const { memory, notes, save } = await rememberedState(id, sinks.issues, invocation, io);
    const ports = { look, hub: id, limits: settings, notes };

    if (settings.once) {
      try {
        const step = await access.retry(() => watchStep(memory, ports), { again: refresh, signal: io.signal });
        const { memory: next, tried } = await deliver(step, memory, sinks, true);
        for (const { problem } of tried) if (problem !== undefined) complain(new Error(`not everything was reported: ${problem}`), io);
        publish(step.report, destinations, invocation, io);
        save(next);
        return { exitCode: step.report.exitCode, report: step.report };
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        if (io.signal.aborted) return reportCancelled('watch', invocation, io);
        const step = unreadableStep(memory, error, io.now(), ports);
        const { memory: next, tried } = await deliver(step, memory, sinks, false);
        for (const { problem } of tried) if (problem !== undefined) complain(new Error(`not everything was reported: ${problem}`), io);
        save(next);
        return unread(error, options, hub, invocation, io);
      } finally {
        if (hub.opened !== undefined) watchNotices([hub.opened], invocation, io)();
      }
    }

    let notices: { readonly of: object; readonly print: () => void } | undefined;
    const loop = new WatchLoop({
      ...ports,
      ...sinks,
      refresh,
      clock,
      io,
      every: settings.every,
      save,
      publish: (result) =>
        publish(
          result,
          destinations.filter(({ file }) => file !== undefined),
          invocation,
          io,
          { isAlreadyReported: true },
        ),
      reopen: () => hub.close(),
      afterLook: () => {
        const reader = hub.opened;
        if (reader === undefined) return;
        if (notices?.of !== reader) notices = { of: reader, print: watchNotices([reader], invocation, io) };
        notices.print();
      },
    });
    const server = await serveMetrics(invocation, loop.pages);
    if (server !== undefined) {
      opened.add(server);
      io.stdout.write(`Metrics are served on http://${server.address}/metrics\n`);
    }
    await loop.run(memory);
    return { exitCode: EXIT_CODES.cancelled };
  });

/** Texts of the catalogue leave out settings that do not change a verdict of `watch`. */
function watchTerms(named: Terms): Terms {
  const lacks = (name: FlagName): boolean =>
    NOT_JUDGED_WITH.has(name) || !isForCommand(SETTINGS[name], 'watch') || named.lacks?.(name) === true;
  return Object.assign((name: FlagName, value?: string) => named(name, value), { lacks });
}

/** They name and find objects that manifests need; placements are judged without them. */
const NOT_JUDGED_WITH: ReadonlySet<FlagName> = new Set(['manifests', 'member', 'member-kubeconfig']);

/** A hub that cannot be read, with the checks of `doctor`. */
async function unread(error: HubError, options: GateOptions, hub: WatchedHub, invocation: Invocation, io: Io): Promise<RunResult> {
  const gate = { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] } as const;
  const also = [typeOf(EVICTION)];
  const beside = doctorForGate({ manifests: undefined, options, notices: () => hub.opened?.notices() ?? [], also }, invocation, io);
  const result = report({ command: 'watch', outcome: error.kind, exitCode: EXIT_CODES[error.kind], gate, ...(await beside(gate)) });
  publish(result, parseFormats(invocation), invocation, io);
  return { exitCode: result.exitCode, report: result };
}
