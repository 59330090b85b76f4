import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { unseenReason } from '../../fleet/kubefleet/hub-state.ts';
import type { Finding, NotEvaluated } from '../../finding.ts';
import type { LintReport, Report } from '../../report.ts';
import { withExcerpts } from '../../static/compare/excerpts.ts';
import { listRules } from '../../static/judge/explain.ts';
import { eitherOf } from '../../terms.ts';
import { withOtherTargets } from '../tree/other-targets.ts';
import { separateFoldersNotes } from '../tree/separate-folders-notes.ts';
import { type FailOn, failOn, failsByAssumption, hasFailing, verdictOf } from '../settings/fail-on.ts';
import { fixNotes, withoutFixes } from '../tree/fix/fix-notes.ts';
import type { FixedFault } from '../tree/fix/fix-tree.ts';
import { type JudgedTree, lintInput, lintTree } from '../tree/lint-tree.ts';
import { type Destination, parseFormats, publish } from '../output/output.ts';
import type { JudgingIo } from '../process/io.ts';
import { type CommandRun, judgedInTurns, notesOf, report, silencedPart } from '../output/run-result.ts';
import { askedDiff, checkAsked } from '../tree/asked-diff.ts';
import { judgedParts } from '../tree/judged-parts.ts';
import { clusterNames } from '../tree/tree-part-inputs.ts';
import { failsByRemoval, removalPart } from '../tree/base/removals.ts';
import { deployedInput } from '../tree/undeployed/deployed-input.ts';
import { unreadOfBase } from '../tree/base/unread-of-base.ts';
import { removalsNotReadNotes } from '../tree/base/removals-not-read.ts';
import { treeSecretsHider, withoutTreeSecrets } from '../tree/without-tree-secrets.ts';
import { refusedBaseNotes, withRefusedBase } from '../tree/base/refused-base.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { acceptedNotes, silencedNotes } from '../settings/silenced.ts';
import { removedByInputs } from '../tree/base/removed-by-inputs.ts';
import { type EarlierReading, readStaticInput, type StaticInput } from '../tree/static-input.ts';
import { isPlacement, MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';
import { refusalsIn } from '../tree/refusals.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';

/** `fleet-gate lint [PATH…]`. */
export const runLint: CommandRun = (invocation, io) =>
  judgedInTurns('lint', invocation, io, async (turns, errorTexts) => {
    const judging = { ...io, turns, errorTexts };
    const destinations = parseFormats(invocation);
    const isDryRun = checkFix(invocation, destinations);
    const { input, tree, fixed } = await judgeTree(invocation, judging, isDryRun);
    const fails = failOn(invocation, input.config.config);
    const isPlanned = invocation.switch('plan') || fails.removal !== 'none';
    const planned = deployedInput(withRefusedBase(input, tree.before));
    const { plan, ...open } = isPlanned ? await planPart(planned, tree.judged, invocation, fails, judging) : {};
    const judged = { ...tree.judged, ...open };
    if (fails.removal !== 'none' && plan === undefined) throw removalsUnknown(invocation);
    const removals = removalPart(planned, plan, fails);
    // `--fail-on none` changes only the exit code: a tree with findings is still not clean.
    const faults = {
      failed: hasFailing(judged, fails) || failsByAssumption(judged, fails) || failsByRemoval(removals),
      clean: judged.counts.error === 0,
    };
    const silenced = await silencing(input, tree, judging);
    const notes = [
      ...fixNotes(fixed),
      ...input.deciding.notes,
      ...(input.fleet.notes ?? []),
      ...separateFoldersNotes(input),
      ...(plan === undefined ? unreadOfBase(input, 'the change may remove more, and the hub may refuse more of it, than is shown') : []),
      ...(plan === undefined && removals.removals === undefined ? [] : refusedBaseNotes(planned)),
      ...(fails.removal === 'none' ? removalsNotReadNotes(planned) : []),
      ...(invocation.switch('plan') && plan === undefined ? noPlan(input, invocation) : []),
    ];
    const whole = report({
      command: 'lint',
      ...verdictOf(faults, judged.notEvaluated, fails),
      ...removals,
      ...silencedPart(silenced),
      ...defined({ doctor: input.fleet.doctor, plan }),
      ...notesOf(notes),
      ...settingsOf(invocation, input, fails),
      lint: withExcerpts(withoutFixes(judged), input.read.texts, input.base?.texts),
    });
    const result = withoutTreeSecrets(whole, input);
    const reports = isDryRun ? destinations.filter(({ file }) => file !== undefined) : destinations;
    publish(result, reports, invocation, io, { rules: () => listRules(invocation.named) });
    return { exitCode: result.exitCode, report: result };
  });

interface Judgement {
  readonly input: StaticInput;
  readonly tree: JudgedTree;
  readonly findings: readonly Finding[];
}

/** Judges the tree, after its fixes if any are requested. A dry run prints the fixes as a diff and judges the tree without them. */
async function judgeTree(
  invocation: Invocation,
  io: JudgingIo,
  isDryRun: boolean,
): Promise<Pick<Judgement, 'input' | 'tree'> & { readonly fixed: readonly FixedFault[] }> {
  const judge = async (again?: EarlierReading): Promise<Judgement> => {
    const input = await readStaticInput(invocation, io, again);
    const tree = await withOtherTargets(await lintInput(input, invocation, io), input, invocation, io);
    return { input, tree, findings: tree.judged.findings };
  };
  if (!invocation.switch('fix')) return { ...(await judge()), fixed: [] };
  const { fixedTree, writeFixes } = await import('../tree/fix/fix-tree.ts');
  let asItIs: Judgement | undefined;
  const { judged, fixed, files } = await fixedTree(async (texts) => {
    // One reading of the hub serves all attempts. The result has a reading of its own.
    const judgement = await judge(asItIs === undefined ? undefined : { texts, given: asItIs.input.given });
    asItIs ??= judgement;
    return judgement;
  }, io);
  if (isDryRun && asItIs !== undefined) {
    const { fixDiff } = await import('../tree/fix/fix-diff.ts');
    if (files.length === 0) io.stderr.write('Nothing to correct: no finding has exactly one right answer.\n');
    const hide = treeSecretsHider(asItIs.input) ?? ((text) => text);
    for (const edited of files) io.stdout.write(fixDiff(edited, (text) => io.secrets.hideKnown(hide(text))));
    return { ...asItIs, fixed: [] };
  }
  writeFixes(files);
  const isLive = files.length > 0 && judged.input.fleet.hub !== undefined;
  return { ...(isLive ? await judge() : judged), fixed };
}

/** Whether this is a dry run, which writes nothing. @throws {ConfigError} flags that conflict */
function checkFix(invocation: Invocation, destinations: readonly Destination[]): boolean {
  const { named } = invocation;
  const [fix, dry] = [invocation.switch('fix'), invocation.switch('dry-run')];
  if (dry && !fix) throw new ConfigError(`${named('dry-run')} goes with ${named('fix')}, which writes files`);
  if (fix && invocation.positionals.includes('-')) throw new ConfigError(`${named('fix')} writes files, and standard input is not a file`);
  if (dry && invocation.values('format').length > 0 && destinations.some(({ file }) => file === undefined))
    throw new ConfigError(
      `${named('dry-run')} writes to standard output; write the report to a file: ${named('format', 'json=report.json')}`,
    );
  return dry;
}

/** The findings of this tree that the change hides, by its configuration or its suppressions. */
async function silencing(
  input: StaticInput,
  { judged, accepted }: JudgedTree,
  io: Pick<JudgingIo, 'now' | 'turns'>,
): Promise<readonly string[]> {
  const { config, deciding, ...same } = input;
  const ownNotes = [...deciding.silenced, ...acceptedNotes(accepted), ...(await removedByInputs(input, io, judged))];
  const { change } = deciding;
  if (change === undefined || isDeepStrictEqual(change.before.config, change.now.config)) return ownNotes;
  const other = config === change.now ? change.before : change.now;
  const read = await input.readBy(other);
  const byOther = await lintTree(judgedParts({ ...same, deciding, read, config: other }), read, [], io);
  return [...ownNotes, ...silencedNotes(config === change.now ? [judged, byOther] : [byOther, judged], change.now, config === change.now)];
}

interface PlanPart extends Pick<Report, 'plan'> {
  /** Input that was not evaluated, with unknown removals if they make the run fail. */
  readonly notEvaluated?: readonly NotEvaluated[];
}

/** The clusters that the scheduler would pick. It does not affect the exit code: its faults are findings as well. */
async function planPart(
  input: StaticInput,
  { findings, notEvaluated }: LintReport,
  invocation: Invocation,
  { removal }: FailOn,
  io: Pick<JudgingIo, 'turns'>,
): Promise<PlanPart> {
  const { planTree } = await import('../tree/plan-tree.ts');
  const { removalsOpen, withRemovalsOpen } = await import('../tree/not-planned-reasons.ts');
  const asked = askedDiff(invocation);
  const planned = await planTree(input, refusalsIn(findings), io, asked);
  if (planned === undefined) return {};
  if (asked !== undefined) checkAsked(asked, clusterNames(input), invocation);
  const { open } = removal === 'none' ? { open: [] } : removalsOpen(planned.unplanned, input, invocation);
  return { plan: planned.plan, notEvaluated: withRemovalsOpen(notEvaluated, open) };
}

function removalsUnknown({ named }: Pick<Invocation, 'named'>): Error {
  return new ConfigError(
    `${named('fail-on-removal')} needs the member clusters: give ${eitherOf(named, ['clusters', 'FILE'], ['kubeconfig', 'FILE'])}`,
  );
}

/** Notes about a requested plan that is not possible. Without placements there is nothing to plan. */
function noPlan({ read, fleet: { hub } }: StaticInput, { named }: Pick<Invocation, 'named'>): readonly string[] {
  if (!read.manifests.some(({ object }) => isPlacement(object))) return [];
  const unseen = hub && unseenReason(hub.visibility(MEMBER_CLUSTER));
  if (unseen !== undefined) return [`No plan: the hub does not show its member clusters: ${unseen}.`];
  return [`No plan: the member clusters are not known; give ${eitherOf(named, ['clusters', 'FILE'], ['kubeconfig', 'FILE'])}.`];
}
