import type { NotEvaluated } from '../../../finding.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { overlayName } from '../../../static/read/kustomize/apply-kustomizations.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { GivenValues, ValuesOfCharts } from '../../../static/read/render/charts/values-of-charts.ts';
import type { StaticInput } from '../static-input.ts';

/**
 * The files whose edit gives a chart other values than at the base, and no longer those with which `render` lists it. Of a chart that is not
 * listed, only those that no longer give values which decide about objects of KubeFleet.
 */
export function editedValues({ read, base }: Pick<StaticInput, 'read' | 'base'>): readonly NotEvaluated[] {
  const [now, before] = [read.valuesOfCharts, base?.valuesOfCharts];
  if (now === undefined || before === undefined) return [];
  const [ofNow, ofBefore] = [now, before].map(({ given }) =>
    Map.groupBy(
      given.filter(({ isAdded }) => isAdded !== true),
      ({ chart }) => chart,
    ),
  );
  const found = [...(ofNow ?? [])].flatMap(([chart, given]) => editsOf(chart, given, ofBefore?.get(chart) ?? [], [now, before]));
  const reported = new Set(read.notEvaluated.flatMap(({ file, fleetObject }) => (fleetObject === true ? [file] : [])));
  return found.filter(({ file }) => !reported.has(file));
}

function editsOf(
  chart: string,
  now: readonly GivenValues[],
  before: readonly GivenValues[],
  known: readonly ValuesOfCharts[],
): readonly NotEvaluated[] {
  // `movedReleases` compares another release of `render`.
  const [gained, lost] = [without(now, before).filter(({ releases }) => releases.length === 0), without(before, now)];
  if (gained.length === 0 || lost.length === 0) return [];
  const differing = differingItems(lost, gained);
  const folders = new Set([...gained, ...lost].map(({ file }) => directoryOf(file)));
  const decides = known.some((values) => [...folders].some((folder) => values.decides(chart, differing, folder)));
  const names = [...new Set(lost.flatMap(({ releases }) => releases))].toSorted();
  if (!decides && names.length === 0) return [];
  const how =
    names.length === 0
      ? 'which was checked without them; list the values of the chart in `render` of the configuration.'
      : `which was checked with those of \`render\` that were given before: ${listed(names, 3, 'releases')}.`;
  const reason = `This change edits the values that it gives to the chart ${overlayName(chart)}, ${how}`;
  const files = [...new Set(gained.map(({ file }) => file))].toSorted();
  return files.map((file) => ({ file, line: 1, reason, ...(decides ? { fleetObject: true } : {}) }));
}

/** Those that the others do not have. One that may be another release as well is the same. */
function without(some: readonly GivenValues[], others: readonly GivenValues[]): readonly GivenValues[] {
  const left = [...others];
  return some.filter((each) => {
    const index = left.findIndex((other) => isSame(each, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function isSame(one: GivenValues, other: GivenValues): boolean {
  const [first, second] = [new Set(one.releases), new Set(other.releases)];
  if (first.size === 0 || second.size === 0) return first.size === second.size && namesOf(one) === namesOf(other);
  return first.isSubsetOf(second) || second.isSubsetOf(first);
}

/** Without what names are set to. */
function namesOf({ values }: GivenValues): string {
  return JSON.stringify(values.map((value) => (isObject(value) && 'name' in value ? value['name'] : value)));
}

/** The values that only one side has, and all files if none is gone: then only their order is another one. */
function differingItems(lost: readonly GivenValues[], gained: readonly GivenValues[]): readonly unknown[] {
  const [one, other] = [lost, gained].map(
    (all) => new Map(all.flatMap(({ values }) => values).map((item) => [JSON.stringify(item), item])),
  );
  const only = (here = new Map<string, unknown>(), there = new Map<string, unknown>()): readonly unknown[] =>
    [...here].flatMap(([text, item]) => (there.has(text) ? [] : [item]));
  const gone = only(one, other);
  const files = gone.length > 0 ? [] : [...(one?.values() ?? [])].filter((item) => typeof item === 'string');
  // A name with its value is an item of a list.
  return [...gone, ...files, ...only(other, one)].map((item) => (isObject(item) ? [item] : item));
}
