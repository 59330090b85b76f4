import { ConfigError, HubError } from '../../errors.ts';
import type { NotEvaluated } from '../../finding.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { unseenReason } from '../../fleet/kubefleet/hub-state.ts';
import { comparedUnevaluated, widened } from '../../static/compare/compare.ts';
import { hubsBetween } from '../../static/compare/hubs-of.ts';
import { matched } from '../../static/compare/match-findings.ts';
import { whereGiven } from '../../terms.ts';
import { namespaceNotes } from '../tree/namespace-notes.ts';
import { separateFoldersNotes } from '../tree/separate-folders-notes.ts';
import { type CommandRun, judgedInTurns, notesOf, report, silencedPart } from '../output/run-result.ts';
import { assumptionsLine } from '../../report/facts/lint/assumptions.ts';
import type { Assumption } from '../../finding.ts';
import { failOn, failsByAssumption, verdictOf } from '../settings/fail-on.ts';
import type { JudgingIo } from '../process/io.ts';
import { fleetsOf, lintInput, lintTree } from '../tree/lint-tree.ts';
import { parseFormats, publish } from '../output/output.ts';
import { askedDiff, checkAsked, noSuchCluster } from '../tree/asked-diff.ts';
import { type PartFault, planParts, planTree } from '../tree/plan-tree.ts';
import { copiesOfOneObject } from '../tree/copies-of-one-object.ts';
import { openBetweenParts } from '../tree/open-between-parts.ts';
import { plannedParts } from '../tree/per-hub/planned-parts.ts';
import { clusterNames } from '../tree/tree-part-inputs.ts';
import { refusalsIn, REJECTING_RULES } from '../tree/refusals.ts';
import { failsByRemoval, removalPart } from '../tree/base/removals.ts';
import { acceptedNotes } from '../settings/silenced.ts';
import { removalsNotReadNotes } from '../tree/base/removals-not-read.ts';
import { removedByInputs } from '../tree/base/removed-by-inputs.ts';
import { treeSecretsHider, withoutTreeSecrets } from '../tree/without-tree-secrets.ts';
import { refusedBaseNotes, withRefusedBase } from '../tree/base/refused-base.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { ofControllerObjects, ofUncheckedObjects, ofUnservedObjects, removalsOpen, withRefusedTexts } from '../tree/not-planned-reasons.ts';
import { renderedYaml } from '../tree/rendered-yaml.ts';
import { deployedInput } from '../tree/undeployed/deployed-input.ts';
import { baseInput, readStaticInput, type StaticInput } from '../tree/static-input.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';

/** `fleet-gate plan [PATH…]`. With `--render CLUSTER` it prints the objects that the cluster gets, as YAML. */
export const runPlan: CommandRun = (invocation, io) =>
  judgedInTurns('plan', invocation, io, async (turns, errorTexts) => {
    const judging = { ...io, turns, errorTexts };
    const destinations = parseFormats(invocation);
    const read = await readStaticInput(invocation, judging);
    const asked = askedDiff(invocation);
    const { judged, accepted, before } = await lintInput(read, invocation, judging, REJECTING_RULES);
    const input = deployedInput(withRefusedBase(read, before));
    const planned = await planTree(input, refusalsIn(judged.findings), judging, asked);
    if (planned === undefined) throw membersMissing(input, invocation);
    const fails = failOn(invocation, input.config.config);
    const { open, rest } =
      fails.removal === 'none' ? { open: [], rest: planned.unplanned } : removalsOpen(planned.unplanned, input, invocation);
    const unread = withRefusedTexts(unevaluatedOf(input), judged.findings);
    const unchecked = ofUncheckedObjects(judged.notEvaluated, unread);
    const notEvaluated = [...unread, ...unchecked, ...ofUnservedObjects(judged.findings), ...open, ...rest];
    if (asked !== undefined) checkAsked(asked, clusterNames(input), invocation);
    const assumptions = [...(planned.plan.assumptions ?? []), ...dependsOn(judged.assumptions)];
    const plan = {
      ...planned.plan,
      ...(assumptions.length === 0 ? {} : { assumptions }),
      ...(notEvaluated.length === 0 ? {} : { notEvaluated }),
    };
    const { named } = invocation;
    const cluster = invocation.value('render');
    if (cluster === undefined && invocation.switch('show-secrets'))
      throw new ConfigError(`${named('show-secrets')} goes with ${named('render', 'CLUSTER')}, which prints objects`);
    if (cluster !== undefined) {
      const rendered = planned.onCluster(cluster);
      if (rendered === undefined) throw noSuchCluster(named('render'), cluster, clusterNames(input));
      if (destinations.some(({ format, file }) => file === undefined && invocation.values('format').includes(format)))
        throw new ConfigError(
          `${named('render')} writes to standard output; write the report to a file: ${named('format', 'json=report.json')}`,
        );
      // With this flag the output is meant to be applied, and must not be written to a log.
      const trees = invocation.switch('show-secrets') ? undefined : read;
      const text = renderedYaml(cluster, rendered, trees, `${named('show-secrets')} prints them.`);
      io.stdout.write(trees === undefined ? text : io.secrets.hideKnown(treeSecretsHider(trees)?.(text) ?? text));
    }
    const counting = fails.onlyNew ? await newFaults(planned.faults, read, judging) : planned.faults;
    const failed = fails.level !== 'none' && counting.length > 0;
    const removals = removalPart(input, plan, fails);
    // `--fail-on none` changes only the exit code: a plan with faults is still not clean.
    const clean = planned.faults.length === 0 && planned.plan.placements.every(({ unknown }) => unknown !== true);
    const verdict = verdictOf(
      { failed: failed || failsByAssumption(judged, fails) || failsByRemoval(removals), clean },
      notEvaluated,
      fails,
    );
    const whole = report({
      command: 'plan',
      ...verdict,
      ...removals,
      ...silencedPart([...input.deciding.silenced, ...acceptedNotes(accepted), ...(await removedByInputs(read, judging))]),
      ...defined({ doctor: input.fleet.doctor }),
      ...notesOf([
        ...input.deciding.notes,
        ...(input.fleet.notes ?? []),
        ...separateFoldersNotes(input),
        ...namespaceNotes(judged.findings),
        ...refusedBaseNotes(input),
        ...(fails.removal === 'none' ? removalsNotReadNotes(input) : []),
      ]),
      ...settingsOf(invocation, input, fails),
      plan,
    });
    const result = withoutTreeSecrets(whole, read);
    const reports = cluster === undefined ? destinations : destinations.filter(({ file }) => file !== undefined);
    publish(result, reports, invocation, io);
    return { exitCode: result.exitCode, report: result };
  });

/** A sentence about objects that the change needs and its files do not have. */
function dependsOn(assumptions: readonly Assumption[] | undefined): readonly string[] {
  const line = assumptionsLine(assumptions);
  return line === undefined ? [] : [`The change ${line}.`];
}

function unevaluatedOf(input: StaticInput): readonly NotEvaluated[] {
  const { read, base } = input;
  const before = baseInput(input);
  const openIn = (tree: ReadResult, of: StaticInput): readonly NotEvaluated[] => [
    ...tree.notEvaluated,
    ...ofControllerObjects(tree),
    ...openBetweenParts(of),
    ...copiesOfOneObject(of),
  ];
  const open = openIn(read, input);
  if (base === undefined || before === undefined) return open;
  return comparedUnevaluated(open, openIn(base, before), hubsBetween(read, base));
}

/** The faults that the base does not have. */
async function newFaults(
  faults: readonly PartFault[],
  input: StaticInput,
  io: Pick<JudgingIo, 'now' | 'turns'>,
): Promise<readonly PartFault[]> {
  const { read, base } = input;
  const [first, ...others] = plannedParts(input).flatMap((part) => baseInput(part) ?? []);
  if (base === undefined || first === undefined) return faults;
  const { findings } = await lintTree([first, ...others], base, [], io, REJECTING_RULES);
  const before = (await planParts([first, ...others], refusalsIn(findings), io))?.faults ?? [];
  const { ofPart } = hubsBetween(read, base);
  const hubs = { head: ({ part }: PartFault) => [ofPart.head(part)], base: ({ part }: PartFault) => [ofPart.base(part)] };
  const nameOf = ({ text }: PartFault): string => text;
  const { kept } = matched(faults, before, { nameOf, hubs });
  const isWider = widened(before, nameOf, fleetsOf(input));
  return faults.filter((fault) => !kept.has(fault) || isWider(fault));
}

function membersMissing({ fleet: { hub } }: StaticInput, { named }: Pick<Invocation, 'named'>): Error {
  const unseen = hub && unseenReason(hub.visibility(MEMBER_CLUSTER));
  if (unseen !== undefined) return new HubError('notAllowed', `plan needs the member clusters, which the hub does not show: ${unseen}`);
  return new ConfigError(
    `plan needs the member clusters: give ${named('clusters', 'FILE')} (kubectl get memberclusters -o yaml)${whereGiven(named, ['kubeconfig'], (term) => `, or ${term} to read them from the hub`)}`,
  );
}
