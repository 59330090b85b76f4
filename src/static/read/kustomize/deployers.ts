import { field, isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';

/** An object that applies a folder of the repository with changes. */
export interface Deployer {
  readonly manifest: Manifest;
  /** From the top of the repository; empty for the whole repository. */
  readonly path: string;
  /** Its changes, as the fields of a kustomization. */
  readonly changes: JsonObject;
}

/**
 * Finds Kustomizations and HelmReleases of Flux, and Applications and ApplicationSets of Argo CD that pass options to kustomize, helm or a plugin. A
 * folder that a template or variable names is not known. The folder is assumed to be one of this repository if it contains manifests.
 * Source: `api/v1/kustomization_types.go` of fluxcd/kustomize-controller, `api/v2/helmrelease_types.go` of fluxcd/helm-controller,
 * `pkg/apis/application/v1alpha1/types.go` of argoproj/argo-cd.
 */
export function deployersIn(manifests: readonly Manifest[]): readonly Deployer[] {
  return manifests.flatMap((manifest) =>
    sourcesOf(manifest).flatMap(({ path, changes }) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([name, value]) => isGiven(value) && FIELDS.has(name)));
      const isKnown = path !== undefined && !/[{}$]/.test(path) && Object.keys(given).length > 0;
      return isKnown ? [{ manifest, path, changes: given }] : [];
    }),
  );
}

/** The folders that Flux and Argo CD deploy, relative to the top of the repository, with or without changes to their content. */
export function deployedPaths(manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((manifest) =>
    sourcesOf(manifest).flatMap(({ path }) => (path === undefined || /[{}$]/.test(path) ? [] : [path])),
  );
}

const KINDS = new Set([
  'kustomize.toolkit.fluxcd.io/Kustomization',
  'helm.toolkit.fluxcd.io/HelmRelease',
  'argoproj.io/Application',
  'argoproj.io/ApplicationSet',
]);
const OF_KUSTOMIZE = [
  'namespace',
  'namePrefix',
  'nameSuffix',
  'patches',
  'patchesJson6902',
  'patchesStrategicMerge',
  'components',
  'commonLabels',
  'images',
  'replicas',
];
/** Fields with values for a chart. */
export const OF_HELM: readonly string[] = [
  'values',
  'valuesFrom',
  'valuesFiles',
  'postRenderers',
  'valuesObject',
  'valueFiles',
  'parameters',
  'fileParameters',
];
const FIELDS = new Set([...OF_KUSTOMIZE, ...OF_HELM, 'plugin']);

function sourcesOf({ object }: Manifest): readonly { readonly path: string | undefined; readonly changes: JsonObject }[] {
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  if (!KINDS.has(kind)) return [];
  const spec = object['spec'];
  if (kind === 'kustomize.toolkit.fluxcd.io/Kustomization') {
    const { targetNamespace: namespace, commonMetadata, ...changes } = isObject(spec) ? spec : {};
    // Flux has objects in this field; kustomize has their texts.
    const patchesStrategicMerge = listAt(spec, 'patchesStrategicMerge').map((patch) => `${JSON.stringify(patch)}\n`);
    const own = { namespace, commonLabels: field(commonMetadata, 'labels'), patchesStrategicMerge };
    return [{ path: stringAt(spec, 'path') ?? '', changes: { ...changes, ...own } }];
  }
  if (kind === 'helm.toolkit.fluxcd.io/HelmRelease') {
    const chart = field(spec, 'chart', 'spec');
    const isOfRepository = stringAt(chart, 'sourceRef', 'kind') === 'GitRepository';
    const valuesFiles = field(chart, 'valuesFiles');
    return isOfRepository ? [{ path: stringAt(chart, 'chart'), changes: { ...(isObject(spec) ? spec : {}), valuesFiles } }] : [];
  }
  const application = kind === 'argoproj.io/ApplicationSet' ? field(spec, 'template', 'spec') : spec;
  return [field(application, 'source'), ...listAt(application, 'sources')].map((source) => {
    const [kustomize, helm, plugin] = [field(source, 'kustomize'), field(source, 'helm'), field(source, 'plugin')];
    const changes = { ...(isObject(helm) ? helm : {}), ...(isObject(kustomize) ? kustomize : {}), plugin };
    return { path: stringAt(source, 'path'), changes };
  });
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '';
}
