import { field, isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { joinPath } from '../kustomize/kustomization.ts';

/** The charts that a kustomization renders with helm. */
export interface HelmChartsOfKustomization {
  /** Directories of charts that are stored beside the kustomization. */
  readonly charts: readonly string[];
  /** Paths of files with values for helm, as written. */
  readonly files: readonly string[];
  /** Why helm must not be started for it: kustomize might pass on any argument of helm. */
  readonly fault?: string;
}

/**
 * kustomize copies the texts of `helmCharts` to the command line of helm unchanged, so each field must be of its type. Source:
 * `api/types/helmchartargs.go` (AsHelmArgs), `HelmChartInflationGenerator.go` of sigs.k8s.io/kustomize.
 */
export function helmChartsOf(value: JsonObject, directory: string): HelmChartsOfKustomization {
  const entries = listAt(value, 'helmCharts');
  const home = stringAt(value, 'helmGlobals', 'chartHome') ?? 'charts';
  const charts = entries.flatMap((entry) => {
    const [name, version] = [stringAt(entry, 'name'), stringAt(entry, 'version')];
    if (name === undefined) return [];
    const pulled = version !== undefined && stringAt(entry, 'repo') !== undefined ? `${name}-${version}/` : '';
    return [joinPath(directory, `${home}/${pulled}${name}`)];
  });
  const files = [home, ...entries.flatMap((entry) => [...textsAt(entry, 'valuesFile'), ...textsAt(entry, 'additionalValuesFiles')])];
  const fault = faultOf(value, entries);
  return { charts, files: entries.length === 0 ? [] : files, ...(fault === undefined ? {} : { fault }) };
}

const NAME = /^[A-Za-z0-9][\w.+-]*$/;
const FIELDS: Readonly<Record<string, RegExp>> = {
  name: NAME,
  version: NAME,
  repo: /^(?:https?|oci):\/\/[^\s]*$/,
  releaseName: NAME,
  namespace: NAME,
  nameTemplate: NAME,
  valuesFile: /^[^-]/,
  additionalValuesFiles: /^[^-]/,
  valuesMerge: NAME,
  apiVersions: /^[A-Za-z0-9][\w./-]*$/,
  kubeVersion: NAME,
};
const UNCHECKED = new Set(['valuesInline', 'includeCRDs', 'skipHooks', 'skipTests']);

function faultOf(value: JsonObject, entries: readonly unknown[]): string | undefined {
  if ('helmChartInflationGenerator' in value) return 'helmChartInflationGenerator is not supported; write it as helmCharts';
  const globals = Object.keys(isObject(value['helmGlobals']) ? value['helmGlobals'] : {}).find((key) => key !== 'chartHome');
  if (globals !== undefined) return `helmGlobals.${globals} is not passed to helm`;
  for (const entry of entries) {
    if (!isObject(entry)) return 'an entry of helmCharts is not a mapping';
    for (const [name, written] of Object.entries(entry)) {
      if (UNCHECKED.has(name)) continue;
      const wanted = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
      if (wanted === undefined) return `helmCharts.${name} is not passed to helm`;
      const wrong = (Array.isArray(written) ? written : [written]).find((text) => typeof text !== 'string' || !wanted.test(text));
      if (wrong !== undefined) return `helmCharts.${name} is ${JSON.stringify(wrong)}, which is not passed to helm`;
    }
  }
  return undefined;
}

function textsAt(entry: unknown, name: string): readonly string[] {
  const found = field(entry, name);
  return (Array.isArray(found) ? found : [found]).filter((text) => typeof text === 'string');
}
