import { resolve } from 'node:path';
import { systemClock } from '../../gates/clock.ts';
import { HubError } from '../../errors.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import type { GateOptions } from '../../gates/options.ts';
import { changeLine } from '../../report/facts/watch.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { EXIT_CODES } from '../../report.ts';
import type { WatchMemory } from '../../watch/memory.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { accessGrace, watchNotices } from '../hub/open-hub.ts';
import { reachOf, serverOf } from '../hub/reach-of.ts';
import { allTargets, checkTargets, targetsOf } from '../hub/targets.ts';
import { checkFolders, parseFormats, publish } from '../output/output.ts';
import { checkFolder, save } from '../output/requested-output-file.ts';
import { type CommandRun, orReported, report, type RunResult } from '../output/run-result.ts';
import type { Io } from '../process/io.ts';
import { loadConfig } from '../settings/config-file.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { lookAtHub } from '../watch/look-at-hub.ts';
import { hubId, readState, stateText } from '../watch/state-file.ts';
import { watchSettings } from '../watch/watch-settings.ts';
import { WatchedHub } from '../watch/watched-hub.ts';
import { type WatcherPorts, type WatchStep, watchStep } from '../watch/watcher.ts';

/** `fleet-gate watch [KIND/[NS/]NAME…]` checks again and again that everything is still good. With `--once` it checks once. */
export const runWatch: CommandRun = (invocation, io) =>
  orReported('watch', invocation, io, async (opened) => {
    const settings = watchSettings(invocation);
    const destinations = parseFormats(invocation);
    checkFolders(destinations, invocation, io);
    checkTargets(invocation, io.cwd);
    const stateFile = invocation.value('state');
    const statePath = stateFile === undefined ? undefined : resolve(io.cwd, stateFile);
    if (statePath !== undefined) checkFolder(statePath, invocation.named('state', stateFile));
    const found = await loadConfig(invocation, io);
    const options = gateOptions(invocation, { failOnDrift: true, ...found.config.gate });
    const access = accessGrace(options.accessGrace, invocation, io);
    const hub = opened.add(new WatchedHub(invocation, io, access));
    const id = hubId(serverOf(invocation, io));
    const reach = reachOf(invocation, io, found);
    const clock = io.clock ?? systemClock;
    let notices: (() => void) | undefined;

    const look: WatcherPorts['look'] = async () => {
      const reader = await hub.get();
      notices ??= watchNotices([reader], invocation, io);
      const isSelected = invocation.positionals.length > 0 || invocation.value('selector') !== undefined;
      return lookAtHub({
        reader,
        targets: async () => (isSelected ? targetsOf(invocation, reader, reader.namespace) : undefined),
        all: () => allTargets(reader),
        options,
        terms: invocation.named,
        reach,
        signal: io.signal,
        onNeeded: (expectation) => reader.preflight(interestsOf(expectation, undefined, isSelected ? 'needed' : 'whole')),
      });
    };
    const state = statePath === undefined ? undefined : readState(statePath, id);
    const notes =
      state !== undefined && 'why' in state ? [`The state file ${stateFile} is not used: ${state.why}. This check starts without it.`] : [];
    const known = state !== undefined && 'memory' in state ? state.memory : undefined;
    const remember = (memory: WatchMemory): void => {
      if (statePath !== undefined) save(statePath, stateText(memory), invocation.named('state', stateFile));
    };
    const ports = { look, hub: id, limits: settings, notes };

    if (settings.once) {
      try {
        const again = async (): Promise<void> => (await hub.get()).refresh();
        const step = await access.retry(() => watchStep(known, ports), { again, signal: io.signal });
        notices?.();
        remember(step.memory);
        publish(step.report, destinations, invocation, io);
        return { exitCode: step.report.exitCode, report: step.report };
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        return unread(error, options, hub, invocation, io);
      }
    }

    const files = destinations.filter(({ file }) => file !== undefined);
    let memory = known;
    for (const note of notes) say(note, io);
    for (let looks = 0; !io.signal.aborted; looks++) {
      const began = clock.now();
      try {
        const refresh = looks === 0 ? {} : { refresh: async () => (await hub.get()).refresh() };
        const step = await watchStep(memory, { ...ports, ...refresh });
        tell(step, memory === undefined, io);
        memory = step.memory;
        remember(memory);
        if (step.changes.length > 0 || looks === 0) publish(step.report, files, invocation, io, { isAlreadyReported: true });
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        if (io.signal.aborted) break;
        say(`the hub cannot be read: ${error.message}`, io);
        await hub.close();
        notices = undefined;
      }
      notices?.();
      await clock.sleep(Math.max(0, settings.every - (clock.now() - began)), io.signal);
    }
    return { exitCode: EXIT_CODES.cancelled };
  });

/** The changes, one on a line. The first look also says how much is watched. */
function tell({ changes, report: { watch } }: WatchStep, isFirst: boolean, io: Io): void {
  if (isFirst && watch !== undefined) say(`watching ${Object.values(watch.counts).reduce((sum, count) => sum + count)} objects`, io);
  for (const change of changes) say(changeLine(change), io);
}

function say(line: string, io: Io): void {
  io.stdout.write(`${rfc3339(io.now().getTime())} ${terminalLine(io.secrets.hide(line))}\n`);
}

/** A hub that cannot be read, with the checks of `doctor`. */
async function unread(error: HubError, options: GateOptions, hub: WatchedHub, invocation: Invocation, io: Io): Promise<RunResult> {
  const gate = { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] } as const;
  const beside = doctorForGate({ manifests: undefined, options, notices: () => hub.opened?.notices() ?? [] }, invocation, io);
  const result = report({ command: 'watch', outcome: error.kind, exitCode: EXIT_CODES[error.kind], gate, ...(await beside(gate)) });
  publish(result, parseFormats(invocation), invocation, io);
  return { exitCode: result.exitCode, report: result };
}
