import type { NotEvaluated } from '../../../../finding.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../../fleet/json/json.ts';
import { oncePer } from '../../../../fleet/memo/once-per.ts';
import { groupOf } from '../../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { directoryOf, joinPath } from '../../kustomize/kustomization.ts';
import { overlayName } from '../../kustomize/apply-kustomizations.ts';
import type { DecidedByValues } from './decided-by-values.ts';
import type { HelmCommand } from './helm-command.ts';
import { type ListedValues, NOT_LISTED } from './listed-values.ts';
import type { Overlay } from '../overlay.ts';
import { isGiven } from '../../deployers/delivery.ts';

interface GivenElsewhere {
  readonly decides?: DecidedByValues;
  readonly listed?: ListedValues;
  readonly commands?: readonly HelmCommand[] | undefined;
}

/**
 * Values that a file of another tool gives to a chart of the tree: Helmfile, Skaffold, Rancher Fleet, a workflow with `Azure/k8s-bake`, or
 * a command of a script or a pipeline. Values that `render` lists for the chart are checked.
 * @param decides whether the values may decide about KubeFleet objects of the chart
 */
export function valuesGivenElsewhere(
  overlays: readonly Overlay[],
  texts: ReadonlyMap<string, string>,
  { decides = () => false, listed = NOT_LISTED, commands = [] }: GivenElsewhere = {},
): readonly NotEvaluated[] {
  const charts = new Set(overlays.flatMap(({ tool, directory }) => (tool === 'helm' ? [directory] : [])));
  if (charts.size === 0) return [];
  const ofCommands = commands.flatMap(({ file, charts: named, values }) =>
    values.length === 0 ? [] : named.map((chart) => ({ file, chart, values })),
  );
  const entries = [...valuesInTexts(texts), ...ofCommands]
    .filter(({ file, chart, values }) => charts.has(chart) && listed.unlisted(chart, values, directoryOf(file)).length > 0)
    .map(({ file, chart, values }): NotEvaluated => ({
      file,
      line: 1,
      reason: listed.isListed(chart)
        ? `It gives values to the chart ${overlayName(chart)} that \`render\` of the configuration does not list, so the chart was checked without them.`
        : `It gives values to the chart ${overlayName(chart)}, which was checked without them; list the values of the chart in \`render\` of the configuration.`,
      ...(decides(chart, values, directoryOf(file)) ? { fleetObject: true } : {}),
    }));
  // Several commands of one file may give values to one chart, as those in a loop do.
  const alike = Map.groupBy(entries, ({ file, reason }) => JSON.stringify([file, reason]));
  return [...alike.values()].flatMap((all) => all.find(({ fleetObject }) => fleetObject === true) ?? all.slice(0, 1));
}

/** The values that files with mappings give to charts, by the folder of the chart; most folders do not exist. Each mapping is a release. */
export const valuesInTexts = oncePer((texts: ReadonlyMap<string, string>): readonly (GivenValues & { readonly file: string })[] =>
  [...texts].flatMap(([file, text]) => {
    if (!MAY_NAME_CHART.test(text)) return [];
    const found: (GivenValues & { readonly file: string })[] = [];
    for (const document of readDocuments(text)) {
      if (document.kind !== 'read' || DEPLOYERS.has(groupOf(stringAt(document.value, 'apiVersion') ?? ''))) continue;
      const releases = FLEET_FILE.test(file) ? releasesOfFleet(document.value) : document.value;
      for (const { chart, values } of chartsWithValues(releases, file)) found.push({ file, chart, values });
    }
    return found;
  }),
);

/** Their objects are read as deliveries. */
const DEPLOYERS = new Set(['helm.toolkit.fluxcd.io', 'argoproj.io']);

const MAY_NAME_CHART = /\b(?:chart|chartPath|helmChart|helm)["']?\s*:/;
const CHART = ['chart', 'chartPath', 'helmChart'];
const VALUES = [
  'values',
  'valuesFile',
  'valuesFiles',
  'valueFiles',
  'set',
  'setValues',
  'setValueTemplates',
  'setFiles',
  'overrides',
  'overrideFiles',
  'overrideValues',
  'valueFile',
  'secrets',
];

interface GivenValues {
  readonly chart: string;
  readonly values: readonly unknown[];
}

/** The folders of the charts that mappings of a file give values to; a path starts at the file or at the top. @param keys those of the values */
export function* chartsWithValues(value: unknown, file: string, keys: readonly string[] = VALUES): Generator<GivenValues> {
  if (Array.isArray(value)) for (const item of value) yield* chartsWithValues(item, file, keys);
  if (!isObject(value)) return;
  const values = keys.flatMap((key) => (isGiven(value[key]) ? [itemsAt(key, value[key])] : []));
  const paths = values.length === 0 ? [] : CHART.flatMap((key) => stringAt(value, key) ?? []);
  const charts = new Set(paths.flatMap((path) => [joinPath(directoryOf(file), path), joinPath('', path)]));
  for (const chart of charts) yield { chart, values };
  for (const [key, item] of Object.entries(value)) {
    // Rancher Fleet deploys the chart in the folder of its file if none is named.
    const isOfFleet = key === 'helm' && FLEET_FILE.test(file) && isObject(item);
    yield* chartsWithValues(isOfFleet ? { chart: '.', ...item } : item, file, keys);
  }
}

const FLEET_FILE = /(?:^|\/)fleet\.ya?ml$/;

/** What Rancher Fleet gives to the clusters of a target, it gives behind what it gives to all. */
function releasesOfFleet(value: unknown): readonly JsonObject[] {
  const all: JsonObject = { chart: '.', ...objectAt(value, 'helm') };
  const targets = listAt(value, 'targetCustomizations')
    .map((target) => objectAt(target, 'helm'))
    .filter(isObject);
  const both = (own: JsonObject): JsonObject =>
    Object.fromEntries(VALUES.flatMap((key) => (isGiven(all[key]) && isGiven(own[key]) ? [[key, [all[key], own[key]]]] : [])));
  return [all, ...targets.map((own) => ({ ...all, ...own, ...both(own) }))];
}

/** `Azure/k8s-bake` has a file (`a.yaml`) or a value (`replicas:2`) in each line of a text. Skaffold has values in a mapping. */
function itemsAt(key: string, value: unknown): unknown {
  if (key === 'setValues' && isObject(value)) return Object.entries(value).map(([name, each]) => ({ name, value: each }));
  if (typeof value !== 'string' || !/^override(?:s|Files)$/.test(key)) return value;
  const lines = value.split('\n').flatMap((line) => line.trim() || []);
  return key === 'overrides' ? lines.map(pairOf) : lines;
}

function pairOf(line: string): JsonObject {
  const [name = '', ...rest] = line.split(':');
  return { name: name.trim(), value: rest.join(':').trim() };
}
