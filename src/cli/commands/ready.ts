import { HubError, NothingToDo } from '../../errors.ts';
import { lookedFor, needingChange, needsOfChange, plannedChange } from '../ready/change-needs.ts';
import { unseenPlacements } from '../ready/changed-placements.ts';
import { interestsForReady } from '../ready/hub-interests.ts';
import { formerGate } from '../ready/former-gate.ts';
import { readyOutcome, readyReport } from '../../ready/ready.ts';
import { hubSecretsHider } from '../../gates/loop/without-hub-secrets.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { openFindings } from '../../report/facts/lint/findings.ts';
import { failOn } from '../settings/fail-on.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { rolloutWindows } from '../settings/rollout-windows.ts';
import { acceptedNotes } from '../settings/silenced.ts';
import { separateFoldersNotes } from '../tree/separate-folders-notes.ts';
import { withoutTreeSecrets } from '../tree/without-tree-secrets.ts';
import { readStaticInput } from '../tree/static-input.ts';
import { openHub, openMembers, watchNotices } from '../hub/open-hub.ts';
import { reachOf } from '../hub/reach-of.ts';
import { parseFormats, publish } from '../output/output.ts';
import { type CommandRun, judgedInTurns, notesOf, report, silencedPart } from '../output/run-result.ts';
import type { Report } from '../../report.ts';
import { defined } from '../command-line/invocation.ts';

/** `fleet-gate ready [PATH…]` asks the hub whether a change may be rolled out now. It only reads. */
export const runReady: CommandRun = (invocation, io) =>
  judgedInTurns('ready', invocation, io, async (turns, errorTexts) => {
    const judging = { ...io, turns, errorTexts };
    const destinations = parseFormats(invocation);
    const input = await readStaticInput(invocation, judging);
    const fails = failOn(invocation, input.config.config);
    const windows = rolloutWindows(input.config);
    const options = gateOptions(invocation, input.config.config.gate ?? {});
    const planned = await plannedChange(input, invocation, judging);
    const { change } = planned;
    const { judged, accepted } = planned.tree;
    const hub = await openHub(invocation, io);
    const members = await openMembers(invocation, io);
    try {
      await hub.follow(interestsForReady(change.objects));
      const { placements, needs, notChecked } = needsOfChange(needingChange(planned), hub.state());
      const unseen = unseenPlacements(change, hub.state());
      const [unknown] = unseen;
      if (placements.length === 0 && unknown !== undefined) throw new HubError('notAllowed', unknown.message);
      if (placements.length === 0) throw new NothingToDo('no placement of these files or of the hub rolls out anything of these files');
      const reach = reachOf(invocation, io, input.config);
      const former = await formerGate(placements, {
        hub,
        options,
        named: invocation.named,
        reach,
        signal: io.signal,
      });
      const decided = await lookedFor(needs, hub, members, invocation);
      const dryRuns = invocation.switch('dry-run-members')
        ? await (
            await import('../ready/dry-run-members.ts')
          ).dryRunMembers({ placements, onCluster: (name) => planned.planned.onCluster(name) }, invocation, io)
        : undefined;
      const hide = hubSecretsHider(hub.state(), change.objects);
      const found = readyReport({
        placements,
        changes: change,
        hub: hub.state(),
        reach,
        gate: former.gate,
        findings: openFindings(judged.findings).filter(({ severity }) => severity === 'error'),
        notEvaluated: [...judged.notEvaluated, ...planned.planned.unplanned],
        needs: decided,
        notChecked: [...unseen, ...former.notChecked, ...notChecked],
        ...defined({ dryRuns }),
        windows: { windows, ...defined({ ignored: invocation.value('ignore-windows') }) },
      });
      const ready = withEveryString(found, hide);
      const whole = report({
        command: 'ready',
        ...readyOutcome(ready, fails.notEvaluated === 'all'),
        ...silencedPart([...input.deciding.silenced, ...acceptedNotes(accepted)]),
        ...defined({ doctor: input.fleet.doctor }),
        ...notesOf([...input.deciding.notes, ...(input.fleet.notes ?? []), ...separateFoldersNotes(input)]),
        ...readySettings(settingsOf(invocation, input, fails)),
        ready,
      });
      const result = withoutTreeSecrets(whole, input);
      publish(result, destinations, invocation, io);
      return { exitCode: result.exitCode, report: result };
    } finally {
      watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io)();
      await Promise.all([hub.close(), members?.close()]);
    }
  });

/** Without the settings for findings, which do not change this verdict. */
function readySettings({ settings }: Pick<Report, 'settings'>): Pick<Report, 'settings'> {
  const { failOn: _failOn, failOnNew: _failOnNew, failOnAssumption: _failOnAssumption, ...others } = settings ?? {};
  return Object.keys(others).length === 0 ? {} : { settings: others };
}
