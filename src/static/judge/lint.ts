import type { Assumption, Finding, NotEvaluated, RelatedPlace, SourceRange } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { notJudged } from '../answers/not-judged.ts';
import { assumptionsOf } from '../presence/assumptions.ts';
import type { LintReport } from '../../report.ts';
import { atOnce, type Steps } from '../../steps.ts';
import { BUILTIN } from '../suppress/builtin.ts';
import { type Manifest, startOf } from '../world/manifest.ts';
import { type Provided, withoutProvided } from './provided.ts';
import { isExpired, staleness } from './stale-suppressions.ts';
import { collectSuppressions, type Comment, type ConfiguredSuppression, type Suppression } from '../suppress/suppress.ts';
import { builtinFinding, severityOf } from './to-finding.ts';
import { namedOnce } from '../world/unevaluated.ts';
import type { World } from '../world/world.ts';
import { type RuleOptions, type JudgedManifest, judgeIn, isActive } from './run-rules.ts';
import { mergedFindings } from './merged-findings.ts';
import { onceForHubs } from './once-for-hubs.ts';
import { withoutRepeated } from './without-repeated.ts';

/** What the reader found besides objects. */
export interface Sources {
  readonly files: number;
  readonly documents: number;
  /** Text that cannot be parsed, and duplicate keys. */
  readonly problems: readonly (SourceRange & {
    readonly rule: 'yaml-syntax' | 'duplicate-key';
    readonly message: string;
    readonly remedy?: string;
    readonly effect?: 'fails' | 'misbehaves';
    readonly related: readonly RelatedPlace[];
  })[];
  readonly comments: readonly Comment[];
  readonly notEvaluated: readonly NotEvaluated[];
}

export interface LintOptions extends RuleOptions {
  /** The day (UTC) that decides whether suppressions have expired. */
  readonly today: Date;
  readonly suppress?: readonly ConfiguredSuppression[];
  /** Objects that come from elsewhere by the configuration: they are not listed as assumptions. */
  readonly provided?: readonly Provided[];
}

type Worlds = World | readonly [World, ...(readonly World[])];

/**
 * Runs every rule on every manifest of its kinds. The findings have severities, places, suppressions and a stable order (file, line,
 * column, rule). Several worlds are parts of one tree, and each is judged separately; a fault that several of them have is reported once.
 * @throws {Error} a rule threw, which is a bug; the message names the rule and the object, and the cause has the stack
 */
export function lint(world: Worlds, sources: Sources, options: LintOptions): LintReport {
  return atOnce(lintInSteps(world, sources, options));
}

/** As `lint`, one manifest at each step. */
export function* lintInSteps(world: Worlds, sources: Sources, options: LintOptions): Steps<LintReport> {
  const worlds = 'manifests' in world ? ([world] as const) : world;
  const [{ target, contracts }] = worlds;
  const manifests = worlds.flatMap(({ judged: own }) => own);
  const { suppressions, faults } = collectSuppressions(manifests, sources.comments, options.suppress ?? []);
  const active = options.rules.filter((rule) => worlds.every((each) => isActive(rule, each, options)));
  const judged: JudgedManifest[] = sources.problems.map((problem) => ({
    finding: { ...builtinFinding(problem.rule, problem.message, problem, undefined, problem.related), ...ownOf(problem) },
    manifest: undefined,
  }));
  const ofRules: NotEvaluated[] = [];
  for (const each of worlds) yield* judgeIn(each, options, { found: judged, notEvaluated: ofRules });
  const used = new Set<Suppression>();
  const notEvaluated = namedOnce([...sources.notEvaluated, ...worlds.flatMap(notJudged), ...ofRules]);
  const unprovided = withoutProvided(joined(worlds.flatMap(assumptionsOf)), judged, options.provided ?? [], options.today);
  const { assumptions, findings: ofProvided } = unprovided;
  const judgedFindings = withoutRepeated(
    onceForHubs(unprovided.judged.map((each) => ({ ...each, finding: suppressed(each, suppressions, options.today, used) }))),
  );
  const usedSomewhere = withSamePlace(used, suppressions);
  const findings = mergedFindings([
    ...judgedFindings,
    ...ofProvided,
    ...faults.map((fault) => builtinFinding(fault.id, fault.message, fault.range, fault.manifest)),
    ...suppressions.flatMap(
      (suppression) =>
        staleness(suppression, {
          used: usedSomewhere,
          active,
          rules: options.rules,
          manifests,
          notEvaluated,
          today: options.today,
        }) ?? [],
    ),
  ]);
  const { files, documents } = sources;
  const schemas = contracts?.source === undefined ? {} : { schemas: contracts.source };
  const fleetObjects = manifests.filter(({ object }) => isFleetObject(object)).length;
  return {
    files,
    documents,
    fleetObjects,
    target,
    ...schemas,
    counts: countsOf(findings),
    findings,
    notEvaluated,
    ...(assumptions.length === 0 ? {} : { assumptions }),
  };
}

/** If several parts of a tree need the same object, it is one assumption. */
function joined(assumptions: readonly Assumption[]): readonly Assumption[] {
  const groups = Map.groupBy(assumptions, ({ kind, namespace, name, selector, key, because }) =>
    JSON.stringify([kind, namespace, name, selector, key, because]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const neededBy = new Map(group.flatMap((each) => each.neededBy.map((ref) => [JSON.stringify(ref), ref] as const)));
    const clusters = [...new Set(group.flatMap((each) => each.clusters))].toSorted();
    return [{ ...first, neededBy: [...neededBy.values()], clusters }];
  });
}

/** The facts of this problem that differ from the rule's. */
function ownOf({ rule, remedy, effect }: Sources['problems'][number]): Partial<Pick<Finding, 'remedy' | 'effect' | 'severity'>> {
  return {
    ...(remedy === undefined ? {} : { remedy }),
    ...(effect === undefined ? {} : { effect, severity: severityOf(BUILTIN[rule], effect) }),
  };
}

function suppressed(
  { finding, manifest, about }: JudgedManifest,
  suppressions: readonly Suppression[],
  today: Date,
  used: Set<Suppression>,
): Finding {
  // A text that cannot be parsed was not checked at all, so its finding cannot be accepted.
  if (finding.rule === 'yaml-syntax') return finding;
  const isOfRule = ({ rule }: Suppression): boolean => rule === finding.rule || rule === finding.alias;
  const covering = suppressions.filter((entry) => isOfRule(entry) && covers(entry, finding, manifest, about));
  for (const entry of covering) used.add(entry);
  const valid = covering.find((entry) => !isExpired(entry, today));
  if (valid === undefined) return finding;
  const { reason, until } = valid;
  return { ...finding, suppressed: until === undefined ? { reason } : { reason, until } };
}

function covers(entry: Suppression, finding: Finding, manifest: Manifest | undefined, about: Manifest | undefined): boolean {
  if (entry.covers(finding, manifest)) return true;
  // A comment on the first line of an object covers the whole object.
  return about !== undefined && entry.covers(startOf(about), about);
}

/** An annotation of a base is in every overlay. If one overlay uses it, it is used. */
function withSamePlace(used: ReadonlySet<Suppression>, all: readonly Suppression[]): ReadonlySet<Suppression> {
  const placeOf = ({ rule, range }: Suppression): string => JSON.stringify([rule, range]);
  const places = new Set([...used].map(placeOf));
  return new Set(all.filter((each) => places.has(placeOf(each))));
}

function countsOf(findings: readonly Finding[]): LintReport['counts'] {
  const counts = { error: 0, warning: 0, notice: 0, suppressed: 0 };
  for (const { severity, suppressed: hidden } of findings) counts[hidden === undefined ? severity : 'suppressed'] += 1;
  return counts;
}
