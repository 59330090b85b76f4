import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';
import { type Delivery, given, heldBackBy, isGiven, OF_HELM, OWN } from './delivery.ts';
import { deletesAtEnd, prunes } from './prunes.ts';
import type { FluxSource } from './flux-sources.ts';
import { PATCHES } from '../kustomize/kustomization.ts';

export function ofKustomization(manifest: Manifest, source: FluxSource): Delivery {
  const { spec } = manifest.object;
  const { targetNamespace: namespace, commonMetadata, postBuild, ...fields } = isObject(spec) ? spec : {};
  const hasVariables = isGiven(field(postBuild, 'substitute')) || isGiven(field(postBuild, 'substituteFrom'));
  const changes = {
    ...fields,
    namespace,
    patchesStrategicMerge: variableIn(field(spec, 'patchesStrategicMerge')) ?? textsOfPatches(listAt(spec, 'patchesStrategicMerge')),
    commonLabels: field(commonMetadata, 'labels'),
    commonAnnotations: field(commonMetadata, 'annotations'),
    // Without variables it replaces nothing.
    postBuild: hasVariables ? postBuild : undefined,
  };
  return {
    manifest,
    path: stringAt(spec, 'path') ?? '',
    ...ofFlux(spec, field(spec, 'sourceRef'), source),
    changes: given(changes),
    namespace: undefined,
    prunes: prunes(manifest.object.kind, spec),
    ...deletesAtEnd(manifest.object),
  };
}

/** Flux has objects in this field; kustomize has their texts. */
function textsOfPatches(patches: readonly unknown[]): readonly string[] {
  return patches.map((patch) => `${JSON.stringify(patch)}\n`);
}

/** The first text among values that are lists or mappings, unless a variable stands for one. */
function variableIn(...values: readonly unknown[]): string | undefined {
  return values.find((value) => typeof value === 'string');
}

/** Only for a chart in a repository. @param chart its fields, of `fluxCharts` */
export function ofHelmRelease(manifest: Manifest, chart: unknown, sourceOf: (reference: unknown) => FluxSource): readonly Delivery[] {
  const { spec } = manifest.object;
  if (stringAt(chart, 'sourceRef', 'kind') !== 'GitRepository') return [];
  const changes = Object.fromEntries(OF_HELM.map((name) => [name, field(spec, name)]));
  const renderers = listAt(spec, 'postRenderers').map((each) => field(each, 'kustomize'));
  const patching = (name: string): readonly unknown[] => renderers.flatMap((each) => listAt(each, name));
  const lists = PATCHES;
  const variable = variableIn(
    field(spec, 'postRenderers'),
    ...renderers,
    ...renderers.flatMap((each) => lists.map((name) => field(each, name))),
  );
  return [
    {
      manifest,
      path: stringAt(chart, 'chart') ?? '',
      ...ofFlux(spec, field(chart, 'sourceRef'), sourceOf(field(chart, 'sourceRef'))),
      changes: given({
        ...changes,
        valuesFiles: field(chart, 'valuesFiles'),
        patches: variable ?? patching('patches'),
        patchesJson6902: patching('patchesJson6902'),
        patchesStrategicMerge: textsOfPatches(patching('patchesStrategicMerge')),
        images: patching('images'),
      }),
      chart,
      namespace: stringAt(spec, 'targetNamespace') ?? manifest.namespace,
      prunes: prunes(manifest.object.kind, spec),
      ...deletesAtEnd(manifest.object),
    },
  ];
}

/** The fields that both kinds of Flux have. The folders of an artifact of OCI, or of a bucket, need not be those of a repository. */
function ofFlux(
  spec: unknown,
  reference: unknown,
  { repository, besides, takes, revision }: FluxSource,
): Pick<Delivery, 'repository' | 'besides' | 'takes' | 'destination' | 'isUncertain' | 'heldBack' | 'isFiltered'> {
  const kubeConfig = field(spec, 'kubeConfig');
  const secret = stringAt(kubeConfig, 'secretRef', 'name') ?? stringAt(kubeConfig, 'configMapRef', 'name') ?? '';
  return {
    repository: stringAt(repository, 'spec', 'url'),
    ...(besides.length === 0 ? {} : { besides }),
    takes,
    destination: secret === '' ? OWN : { by: 'secret', name: secret },
    isUncertain: stringAt(reference, 'kind') !== 'GitRepository',
    ...heldBackBy(field(spec, 'suspend') === true, revision),
    ...(field(repository, 'spec', 'ignore') === undefined ? {} : { isFiltered: true }),
    ...(field(repository, 'spec', 'suspend') === true ? { heldBack: 'its source is suspended' } : {}),
  };
}
