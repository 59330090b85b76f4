import type { NotEvaluated } from '../../../finding.ts';
import { isObject, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { directoryOf, joinPath } from '../kustomize/kustomization.ts';
import { overlayName } from '../kustomize/apply-kustomizations.ts';
import type { Overlay } from './overlay.ts';
import { isGiven } from '../kustomize/deliveries.ts';

/**
 * Values that a file of another tool gives to a chart of the tree: Helmfile, Skaffold, Rancher Fleet, or a workflow with `Azure/k8s-bake`.
 * A chart with values of its own in the configuration is not among the `overlays`.
 * @param mayChangeFleet see `applyDeployers`
 */
export function valuesGivenElsewhere(
  overlays: readonly Overlay[],
  texts: ReadonlyMap<string, string>,
  mayChangeFleet: (chart: string, changes: JsonObject) => boolean,
): readonly NotEvaluated[] {
  const charts = new Set(overlays.flatMap(({ tool, values, directory }) => (tool === 'helm' && values.length === 0 ? [directory] : [])));
  if (charts.size === 0) return [];
  return [...texts].flatMap(([file, text]) => {
    if (!MAY_NAME_CHART.test(text)) return [];
    const given = new Set<string>();
    for (const document of readDocuments(text))
      if (document.kind === 'read') for (const chart of chartsWithValues(document.value, file)) given.add(chart);
    return [...given]
      .filter((chart) => charts.has(chart))
      .map((chart) => ({
        file,
        line: 1,
        reason: `It gives values to the chart ${overlayName(chart)}, which was checked without them; list the values of the chart in \`render\` of the configuration.`,
        ...(mayChangeFleet(chart, { valuesFrom: file }) ? { fleetObject: true } : {}),
      }));
  });
}

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
  'secrets',
];

/** The folders of the charts that mappings of a file give values to; a path starts at the file or at the top. */
function* chartsWithValues(value: unknown, file: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* chartsWithValues(item, file);
  if (!isObject(value)) return;
  if (VALUES.some((key) => isGiven(value[key])))
    for (const path of CHART.flatMap((key) => stringAt(value, key) ?? [])) yield* [joinPath(directoryOf(file), path), joinPath('', path)];
  for (const [key, item] of Object.entries(value)) {
    // Rancher Fleet deploys the chart in the folder of its file if none is named.
    const isOfFleet = key === 'helm' && /(?:^|\/)fleet\.ya?ml$/.test(file) && isObject(item);
    yield* chartsWithValues(isOfFleet ? { chart: '.', ...item } : item, file);
  }
}
