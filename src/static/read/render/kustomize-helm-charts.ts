import { field, isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { joinPath } from '../kustomize/kustomization.ts';

/** The charts a kustomization has helm render. */
export interface HelmChartsOfKustomization {
  /** Directories of charts that are kept beside the kustomization. */
  readonly charts: readonly string[];
  /** Paths helm is given values from, as they are written. */
  readonly files: readonly string[];
  /** Why helm must not be started for it: what kustomize hands on could be any argument of helm. */
  readonly fault?: string;
}

/**
 * kustomize puts what `helmCharts` says on the command line of helm as it is, so each field must be what it claims to be.
 * Source: `api/types/helmchartargs.go` (AsHelmArgs), `HelmChartInflationGenerator.go` of sigs.k8s.io/kustomize.
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
  if ('helmChartInflationGenerator' in value) return 'helmChartInflationGenerator is not given to helm; write it as helmCharts';
  const globals = Object.keys(isObject(value['helmGlobals']) ? value['helmGlobals'] : {}).find((key) => key !== 'chartHome');
  if (globals !== undefined) return `helmGlobals.${globals} is not given to helm`;
  for (const entry of entries) {
    if (!isObject(entry)) return 'an entry of helmCharts is no mapping';
    for (const [name, written] of Object.entries(entry)) {
      if (UNCHECKED.has(name)) continue;
      const wanted = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
      if (wanted === undefined) return `helmCharts.${name} is not given to helm`;
      const wrong = (Array.isArray(written) ? written : [written]).find((text) => typeof text !== 'string' || !wanted.test(text));
      if (wrong !== undefined) return `helmCharts.${name} is ${JSON.stringify(wrong)}, which is not given to helm`;
    }
  }
  return undefined;
}

function textsAt(entry: unknown, name: string): readonly string[] {
  const found = field(entry, name);
  return (Array.isArray(found) ? found : [found]).filter((text) => typeof text === 'string');
}
