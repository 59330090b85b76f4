import type { Finding, NotEvaluated } from '../../finding.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { LintReport } from '../../report.ts';
import { compareWithBase, type Fleets, newlySuppressed } from '../../static/compare/compare.ts';
import { hubsBetween } from '../../static/compare/hubs-of.ts';
import { lintInSteps } from '../../static/judge/lint.ts';
import { RULES } from '../../static/rules/index.gen.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { AnyRule } from '../../static/world/rule.ts';
import type { World } from '../../static/world/world.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { JudgingIo } from '../process/io.ts';
import { notKnownOfHub } from './not-known-of-hub.ts';
import { baseInput, type StaticInput } from './static-input.ts';
import { openBetweenParts } from './open-between-parts.ts';
import { judgedParts } from './judged-parts.ts';
import { partsOf, worldOf } from './tree-part-inputs.ts';
import { notChecked } from '../../static/presence/not-checked.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import { eitherOf } from '../../terms.ts';

export interface JudgedTree {
  readonly judged: LintReport;
  /** Findings that the change has suppressed; empty without a base. */
  readonly accepted: readonly Finding[];
  /** The findings of the base; absent without a base. */
  readonly before?: readonly Finding[];
}

/**
 * The lint part of a report: the tree, compared with the base if there is one.
 * @param rules to apply; default: all
 */
export async function lintInput(
  input: StaticInput,
  { named }: Pick<Invocation, 'named'>,
  io: Pick<JudgingIo, 'now' | 'turns'>,
  rules: readonly AnyRule[] = RULES,
): Promise<JudgedTree> {
  const [first, ...others] = partsOf(input);
  const open = [first, ...others].flatMap((part) => notCheckedWithoutClusters(part, named));
  const head = await lintTree(judgedParts(input), input.read, [...notKnownOfHub(input), ...open, ...openBetweenParts(input)], io, rules);
  const [base, whole] = [baseInput(first), baseInput(input)];
  if (base === undefined || whole === undefined || input.base === undefined) return { judged: head, accepted: [] };
  const bases = [base, ...others.flatMap((part) => baseInput(part) ?? [])] as const;
  const openBefore = bases.flatMap((part) => notCheckedWithoutClusters(part, named));
  const before = await lintTree(bases, input.base, [...openBefore, ...openBetweenParts(whole)], io, rules);
  const hubs = hubsBetween(input.read, input.base);
  return {
    judged: compareWithBase(head, before, hubs, fleetsOf(input)),
    accepted: newlySuppressed(head, before, hubs),
    before: before.findings,
  };
}

/** The clusters of both trees, with those of all parts; `undefined` if they are the same. */
export function fleetsOf(input: StaticInput): Fleets | undefined {
  const fleets = partsOf(input).map(({ fleet: { members = [], membersBefore = members } }) => ({ members, membersBefore }));
  if (fleets.every(({ members, membersBefore }) => members === membersBefore)) return undefined;
  const namesOf = (members: readonly KubeObject[]): ReadonlySet<string> => new Set(members.map(({ metadata }) => metadata.name));
  return { head: namesOf(fleets.flatMap(({ members }) => members)), base: namesOf(fleets.flatMap(({ membersBefore }) => membersBefore)) };
}

/** @param read the result of reading the whole tree */
export async function lintTree(
  [first, ...others]: readonly [StaticInput, ...(readonly StaticInput[])],
  read: ReadResult,
  unknown: readonly NotEvaluated[],
  io: Pick<JudgingIo, 'now' | 'turns'>,
  rules: readonly AnyRule[] = RULES,
): Promise<LintReport> {
  const { config } = first;
  const settings = config.config.rules === undefined ? {} : { settings: config.config.rules };
  const sources = { ...read, notEvaluated: [...read.notEvaluated, ...unknown] };
  const withoutClusters = new Map(
    [first, ...others].flatMap((part) =>
      part.fleet.isOfManifests === true ? [[worldOf(part), worldWithoutManifestClusters(part)] as const] : [],
    ),
  );
  const options = {
    rules,
    today: io.now(),
    suppress: config.suppress,
    provided: config.provided,
    ...settings,
    withoutClusters,
  };
  return io.turns.run(lintInSteps([worldOf(first), ...others.map(worldOf)], sources, options));
}

/** The input without the clusters of the manifests. */
function worldWithoutManifestClusters(input: StaticInput): World {
  const { members: _members, assumed: _assumed, ...unknownFleet } = input.fleet;
  return worldOf({ ...input, fleet: { ...unknownFleet, members: undefined } });
}

/** A hub that was read but does not show them reports the reason itself. */
function remedyFor({ hub, members, isOfManifests = false, assumed = [] }: StaticInput['fleet'], named: Invocation['named']): string {
  if (hub !== undefined) return '';
  const settings = eitherOf(named, ['clusters', 'FILE'], ['kubeconfig', 'FILE']);
  if (members === undefined || isOfManifests || assumed.length === 0) return `: give ${settings}`;
  const [has, their] = assumed.length === 1 ? ['has', 'its'] : ['have', 'their'];
  return `, because MemberCluster ${listed(assumed, 5)} ${has} no status: give ${their} status with ${settings}`;
}

/** Input that was judged without the member clusters, with the setting to add. */
function notCheckedWithoutClusters(input: StaticInput, named: Invocation['named']): readonly NotEvaluated[] {
  const remedy = remedyFor(input.fleet, named);
  return notChecked(worldOf(input)).map(({ manifest, what }) => ({
    ...unevaluated(manifest, `${what} is not known${remedy}.`),
    missing: 'clusters',
  }));
}
