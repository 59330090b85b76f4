import type { Assumption, Finding, NotEvaluated, RelatedPlace, SourceRange } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { notJudged } from '../answers/not-judged.ts';
import { assumptionsOf } from '../presence/assumptions.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import type { LintReport } from '../../report.ts';
import { atOnce, type Steps } from '../../steps.ts';
import { BUILTIN } from '../suppress/builtin.ts';
import { manifestRef } from '../world/identity.ts';
import { type Manifest, startOf } from '../world/manifest.ts';
import type { AnyRule, JudgedHit, RuleFacts, RuleScope } from '../world/rule.ts';
import { type Provided, withoutProvided } from './provided.ts';
import { isExpired, staleness } from './stale-suppressions.ts';
import { collectSuppressions, type Comment, type ConfiguredSuppression, type Suppression } from '../suppress/suppress.ts';
import { builtinFinding, severityOf, toFinding, type RuleSetting } from './to-finding.ts';
import { namedOnce } from '../world/unevaluated.ts';
import type { World } from '../world/world.ts';

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

export interface LintOptions {
  readonly rules: readonly AnyRule[];
  /** The day (UTC) that decides whether suppressions have expired. */
  readonly today: Date;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
  readonly suppress?: readonly ConfiguredSuppression[];
  /** Objects that come from elsewhere by the configuration: they are not listed as assumptions. */
  readonly provided?: readonly Provided[];
  /**
   * Worlds without their clusters, if those clusters are only assumed to be the whole fleet. A finding that depends on them is not certain.
   */
  readonly withoutClusters?: ReadonlyMap<World, World>;
}

type Worlds = World | readonly [World, ...(readonly World[])];

/** A finding with its manifest, which suppressions by annotation or object need. */
interface JudgedManifest {
  readonly finding: Finding;
  readonly manifest: Manifest | undefined;
  /** The judged object, if it is another one. */
  readonly about?: Manifest | undefined;
}

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
  for (const each of worlds) yield* judgeIn(each, options, judged);
  const used = new Set<Suppression>();
  const notEvaluated = namedOnce([...sources.notEvaluated, ...worlds.flatMap(notJudged)]);
  const judgedFindings = judged.map((each) => suppressed(each, suppressions, options.today, used));
  const usedSomewhere = withSamePlace(used, suppressions);
  const { assumptions, findings: ofProvided } = withoutProvided(
    joined(worlds.flatMap(assumptionsOf)),
    options.provided ?? [],
    options.today,
  );
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
  ]).toSorted(byPlace);
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
  const groups = Map.groupBy(assumptions, ({ kind, namespace, name, key, because }) =>
    JSON.stringify([kind, namespace, name, key, because]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const neededBy = new Map(group.flatMap((each) => each.neededBy.map((ref) => [JSON.stringify(ref), ref] as const)));
    const clusters = [...new Set(group.flatMap((each) => each.clusters))].toSorted();
    return [{ ...first, neededBy: [...neededBy.values()], clusters }];
  });
}

/** Judges one manifest after the other, so that the memory of one can be freed before the next. @param found receives the findings */
function* judgeIn(world: World, options: LintOptions, found: JudgedManifest[]): Steps<void> {
  const active = options.rules.filter((rule) => isActive(rule, world, options));
  const rulesFor = rulesByType(active);
  const rulesForRemoved = rulesByType(active.filter(({ ofRemoved }) => ofRemoved === true));
  for (const manifest of world.judgedGone)
    for (const rule of rulesForRemoved(manifest)) for (const each of run(rule, manifest, world, options)) found.push(each);
  for (const manifest of world.judged) {
    for (const rule of rulesFor(manifest)) for (const each of run(rule, manifest, world, options)) found.push(each);
    yield;
  }
}

/** The facts of this problem that differ from the rule's. */
function ownOf({ rule, remedy, effect }: Sources['problems'][number]): Partial<Pick<Finding, 'remedy' | 'effect' | 'severity'>> {
  return {
    ...(remedy === undefined ? {} : { remedy }),
    ...(effect === undefined ? {} : { effect, severity: severityOf(BUILTIN[rule], effect) }),
  };
}

function isActive(rule: RuleScope, { members }: World, { settings }: LintOptions): boolean {
  return settings?.[rule.id]?.severity !== 'off' && (rule.needs !== 'members' || members !== undefined);
}

/** The rules that judge a manifest; computed once for each kind. */
function rulesByType(rules: readonly AnyRule[]): (manifest: Manifest) => readonly AnyRule[] {
  const known = new Map<string, readonly AnyRule[]>();
  return (manifest) => {
    const { apiVersion, kind } = manifest.object;
    const type = `${apiVersion} ${kind}`;
    const found = known.get(type) ?? rules.filter((rule) => judges(rule, manifest));
    known.set(type, found);
    return found;
  };
}

/** A rule for a fleet kind judges only KubeFleet's kind of that name, not one of another group. */
function judges(rule: RuleScope, { object: { kind, apiVersion } }: Manifest): boolean {
  if (rule.kinds === '*') return true;
  return rule.kinds.includes(kind) && (fleetKind(kind)?.group ?? groupOf(apiVersion)) === groupOf(apiVersion);
}

function run(
  rule: AnyRule,
  manifest: Manifest,
  world: World,
  { settings, withoutClusters: without }: LintOptions,
): readonly JudgedManifest[] {
  const withoutClusters = without?.get(world);
  const options = settings?.[rule.id]?.options ?? NO_OPTIONS;
  try {
    const all = rule.judge(manifest, world, options);
    if (all.length === 0) return NOTHING_FOUND;
    const hits = all.filter(({ at }) => !manifest.unresolved.some((open) => isUnder(at, open)));
    const certain =
      withoutClusters === undefined
        ? hits
        : hits.map((hit) => asFarAsKnown(hit, rule, () => rule.judge(manifest, withoutClusters, options)));
    return certain.flatMap((hit) => {
      const setting = settings?.[hit.alias ?? rule.id] ?? settings?.[rule.id];
      return setting?.severity === 'off' ? [] : [{ finding: toFinding(rule, hit, manifest, setting), manifest, about: hit.about }];
    });
  } catch (cause) {
    const { line } = startOf(manifest);
    throw new Error(`bug in rule ${rule.id}: it threw on ${displayName(manifestRef(manifest))} (${manifest.file}:${line})`, { cause });
  }
}

const NO_OPTIONS = {};
const NOTHING_FOUND: readonly JudgedManifest[] = [];

/** The fleet may have more clusters than the manifests declare. */
function asFarAsKnown(hit: JudgedHit, rule: RuleFacts, withoutClusters: () => readonly JudgedHit[]): JudgedHit {
  if ((hit.effect ?? rule.effect) !== 'fails') return hit;
  const isCertain =
    rule.needs !== 'members' && withoutClusters().some(({ at, effect = rule.effect }) => at === hit.at && effect === 'fails');
  return isCertain
    ? hit
    : {
        ...hit,
        effect: 'misbehaves',
        message: `${hit.message} (Checked against the clusters in the manifests; the fleet may have others.)`,
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

/**
 * A finding at the same place in several overlays is one finding with all of them. Two findings of one overlay are two, about two objects.
 */
function mergedFindings(findings: readonly Finding[]): readonly Finding[] {
  const times = new Map<string, number>();
  const groups = Map.groupBy(findings, (finding) => {
    const { rule, file, line, column, pointer, message, severity, suppressed: hidden, rendered } = finding;
    if (rendered === undefined) return finding;
    const fault = JSON.stringify([rule, file, line, column, pointer, message, severity, hidden]);
    const inOverlay = `${rendered.overlays.join()} ${fault}`;
    times.set(inOverlay, (times.get(inOverlay) ?? 0) + 1);
    return `${times.get(inOverlay)} ${fault}`;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first?.rendered === undefined) return group;
    return [{ ...first, rendered: { ...first.rendered, overlays: group.flatMap(({ rendered }) => rendered?.overlays ?? []) } }];
  });
}

function byPlace(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function countsOf(findings: readonly Finding[]): LintReport['counts'] {
  const counts = { error: 0, warning: 0, notice: 0, suppressed: 0 };
  for (const { severity, suppressed: hidden } of findings) counts[hidden === undefined ? severity : 'suppressed'] += 1;
  return counts;
}
