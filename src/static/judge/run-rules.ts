import type { Finding, NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import { displayName, groupOf, isNameless } from '../../fleet/kubernetes/object.ts';
import type { Steps } from '../../steps.ts';
import { picksOf } from '../delivery/picks.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { type Manifest, startOf } from '../world/manifest.ts';
import type { AnyRule, JudgedHit, Needed, RuleFacts, RuleScope } from '../world/rule.ts';
import { unevaluated } from '../world/unevaluated.ts';
import { secretsOf, toFinding, type RuleSetting } from './to-finding.ts';
import type { World } from '../world/world.ts';

/** What decides how rules judge. */
export interface RuleOptions {
  readonly rules: readonly AnyRule[];
  readonly settings?: Readonly<Record<string, RuleSetting>>;
  /**
   * Worlds without their clusters, if those clusters are only assumed to be the whole fleet. A finding that depends on them is not certain.
   */
  readonly withoutClusters?: ReadonlyMap<World, World>;
}

/** A finding with its manifest, which suppressions by annotation or object need. */
export interface JudgedManifest {
  readonly finding: Finding;
  readonly manifest: Manifest | undefined;
  /** The judged object, if it is another one. */
  readonly about?: Manifest | undefined;
  /** The object that is missing. */
  readonly needed?: Needed | undefined;
  readonly givesWayTo?: JudgedHit['givesWayTo'];
}

/** What rules report. */
export interface Judgement {
  readonly found: JudgedManifest[];
  readonly notEvaluated: NotEvaluated[];
}

/** Judges one manifest after the other, so that the memory of one can be freed before the next. @param judgement receives what is found */
export function* judgeIn(world: World, options: RuleOptions, judgement: Judgement): Steps<void> {
  const active = options.rules.filter((rule) => isActive(rule, world, options));
  const rulesFor = rulesByType(active);
  const rulesForRemoved = rulesByType(active.filter(({ ofRemoved }) => ofRemoved === true));
  const judge = (manifest: Manifest, rules: readonly AnyRule[]): void => {
    for (const rule of rules) run(rule, manifest, world, options, judgement);
  };
  for (const manifest of world.judgedGone) judge(manifest, rulesForRemoved(manifest));
  for (const manifest of world.judged) {
    judge(manifest, rulesFor(manifest));
    yield;
  }
}

/** Whether a rule judges in this world: it is not off, and has the clusters if it needs them. */
export function isActive(rule: RuleScope, { members }: World, { settings }: RuleOptions): boolean {
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

function run(rule: AnyRule, manifest: Manifest, world: World, options: RuleOptions, { found, notEvaluated }: Judgement): void {
  try {
    const all = rule.judge(manifest, world, optionsOf(rule, options));
    if (all.length === 0) return;
    const hits = all.filter(
      ({ at, effect = rule.effect }) =>
        !manifest.unresolved.some((open) => isUnder(at, open)) && (effect === 'rejected' || !hasNoEffect(manifest.object)),
    );
    const { open = [], known = [] } = Object.groupBy(hits, (hit) => (hit.notEvaluated === undefined ? 'known' : 'open'));
    found.push(...judgedHits(known, rule, manifest, world, options));
    notEvaluated.push(...open.map((hit) => openPlace(hit, manifest)));
  } catch (cause) {
    const { line } = startOf(manifest);
    throw new Error(`bug in rule ${rule.id}: it threw on ${displayName(manifestRef(manifest))} (${manifest.file}:${line})`, { cause });
  }
}

/** Whether the object is one of KubeFleet that no API server creates. The hub refuses it, and it has no other effect. */
function hasNoEffect(object: Manifest['object']): boolean {
  return isNameless(object) && isFleetObject(object);
}

function openPlace({ at, part, notEvaluated = '' }: JudgedHit, manifest: Manifest): NotEvaluated {
  const entry = unevaluated(manifest, secretsOf(manifest.object)?.hide(notEvaluated) ?? notEvaluated, manifest.locate(at, part));
  return isFleetObject(manifest.object) ? { ...entry, fleetObject: true } : entry;
}

function judgedHits(
  hits: readonly JudgedHit[],
  rule: AnyRule,
  manifest: Manifest,
  world: World,
  options: RuleOptions,
): readonly JudgedManifest[] {
  const { settings, withoutClusters: without } = options;
  const withoutClusters = without?.get(world);
  const certain =
    withoutClusters === undefined
      ? hits
      : hits.map((hit) => asFarAsKnown(hit, rule, () => rule.judge(manifest, withoutClusters, optionsOf(rule, options))));
  return certain.flatMap((hit) => {
    const setting = settings?.[hit.alias ?? rule.id] ?? settings?.[rule.id];
    const { about, needed, givesWayTo } = hit;
    if (setting?.severity === 'off') return [];
    const holdsOn = clustersWith(hit, manifest, world);
    const finding = { ...toFinding(rule, hit, manifest, setting), ...(holdsOn === undefined ? {} : { holdsOn }) };
    return [{ finding, manifest, about, needed, givesWayTo }];
  });
}

/** The clusters on which a hit holds. If a rule knows no names, content has the fault on all clusters that get it. */
function clustersWith({ clusters, holdsOn = clusters }: JudgedHit, manifest: Manifest, world: World): readonly string[] | undefined {
  if (holdsOn === undefined || holdsOn !== clusters || clusters.length > 0) return holdsOn;
  const picked = placementsSending(manifest, world).map((placement) => picksOf(placement, world)?.picked);
  const known = picked.filter((each) => each !== undefined);
  return known.length === 0 || known.length < picked.length ? undefined : known.flat().map(({ name }) => name);
}

function optionsOf({ id }: RuleScope, { settings }: RuleOptions): NonNullable<RuleSetting['options']> {
  return settings?.[id]?.options ?? NO_OPTIONS;
}

const NO_OPTIONS = {};

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
