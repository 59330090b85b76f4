import { HubError, NothingToDo } from '../../errors.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isOverride } from '../../selection/override.ts';
import { fleetObjectsOf, idleOverrideReasons, unplacedNotes } from '../ready/without-placement.ts';
import { droppedContent } from '../ready/dropped-content.ts';
import { correctionsOf } from '../ready/corrections.ts';
import { lookedFor, needingChange, needsOfChange, plannedChange } from '../ready/change-needs.ts';
import { unseenPlacements } from '../ready/changed-placements.ts';
import { interestsForReady } from '../ready/hub-interests.ts';
import { formerGate } from '../ready/former-gate.ts';
import { readyOutcome, readyReport } from '../../ready/ready.ts';
import { FAILURE_IDS } from '../../gates/catalogue/failure-ids.ts';
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
import { readStaticInput, type StaticInput } from '../tree/static-input.ts';
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
      const open = openFindings(judged.findings);
      const errors = open.filter(({ severity }) => severity === 'error');
      const notEvaluated = [...judged.notEvaluated, ...planned.planned.unplanned];
      // Files that the hub refuses, or that cannot be read, are not "nothing to do".
      if (placements.length === 0 && errors.length === 0 && !notEvaluated.some(({ fleetObject }) => fleetObject === true))
        throw new NothingToDo(nothingToRollOut(input));
      const warnings = open.filter(({ severity, object }) => severity === 'warning' && object !== undefined && isOverride(object));
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
        corrections: (placement) => correctionsOf(placement, change, hub.state()),
        dropped: (placement) => droppedContent(placement, change, hub.state()),
        hub: hub.state(),
        reach,
        gate: former.gate,
        findings: errors,
        warnings,
        ofFiles: idleOverrideReasons(
          planned.input,
          new Set(warnings.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)]))),
        ),
        notEvaluated,
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
        ...notesOf([
          ...input.deciding.notes,
          ...(input.fleet.notes ?? []),
          ...separateFoldersNotes(input),
          ...unplacedNotes(planned.input),
        ]),
        ...readySettings(settingsOf(invocation, input, fails)),
        ready,
      });
      const result = withoutTreeSecrets(whole, input, FAILURE_IDS);
      publish(result, destinations, invocation, io);
      return { exitCode: result.exitCode, report: result };
    } finally {
      watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io)();
      await Promise.all([hub.close(), members?.close()]);
    }
  });

/** A pipeline takes this as a success, so what was not judged is named. */
function nothingToRollOut(input: StaticInput): string {
  const others = fleetObjectsOf(input);
  const what = 'no placement of these files or of the hub rolls out anything of these files';
  return others.length === 0 ? what : `${what}, and these were not checked: ${listed(others, 5)}`;
}

/** Without the settings for findings, which do not change this verdict. */
function readySettings({ settings }: Pick<Report, 'settings'>): Pick<Report, 'settings'> {
  const { failOn: _failOn, failOnNew: _failOnNew, failOnAssumption: _failOnAssumption, ...others } = settings ?? {};
  return Object.keys(others).length === 0 ? {} : { settings: others };
}
