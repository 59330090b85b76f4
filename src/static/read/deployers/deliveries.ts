import { field, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { applicationsOf, gitGeneratorsOf } from './application-sets/application-sets.ts';
import { ofApplication } from './argo-deliveries.ts';
import { type Delivery, isKnownText, isOfFlux } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { fluxCharts } from './charts/flux-charts.ts';
import { ofHelmRelease, ofKustomization } from './flux-deliveries.ts';
import { fluxSources } from './flux-sources.ts';
import { skippedBy } from './skipped-by.ts';
import { ofMade } from './prunes.ts';
import { inDependencyCycles } from './unmet-dependencies.ts';
import { type TakenVersion, variablesOf, versionOf, withVariables } from './charts/taken-version.ts';
import type { HubsOfManifests } from './hubs-of-manifests.ts';
import type { GitContent } from './application-sets/generated-parameters.ts';

/**
 * Finds what Kustomizations and HelmReleases of Flux, and Applications and ApplicationSets of Argo CD deploy. Sources:
 * `api/v1/kustomization_types.go` of fluxcd/kustomize-controller, `api/v2/helmrelease_types.go` of fluxcd/helm-controller,
 * `pkg/apis/application/v1alpha1/types.go` of argoproj/argo-cd.
 * @param hubs see `fluxSources`
 */
export function deliveriesOf(manifests: readonly Manifest[], content: GitContent, hubs?: () => HubsOfManifests): readonly Delivery[] {
  const sourceOf = fluxSources(manifests, hubs);
  const chartOf = fluxCharts(manifests);
  const valuesOf = variablesOf(manifests);
  const found = manifests.flatMap((manifest): readonly Delivery[] => {
    const { object } = manifest;
    switch (deployerKind(object)) {
      case 'Kustomization':
        return [ofKustomization(manifest, sourceOf(manifest, field(object, 'spec', 'sourceRef')))];
      case 'HelmRelease':
        return ofHelmRelease(manifest, chartOf(manifest), (reference) => sourceOf(manifest, reference));
      case 'Application':
        return ofApplication(manifest, object['spec'], content).map((each) => ({ ...each, ...skippedBy(object) }));
      case 'ApplicationSet':
        return applicationsOf(object, content)
          .flatMap(({ spec, name, finalizers, heldBack, unknownPatch }) =>
            ofApplication(manifest, spec, content, unknownPatch).map((each) => ({
              ...each,
              made: name,
              ...ofMade(object, finalizers),
              ...(heldBack === undefined ? {} : { heldBack }),
            })),
          )
          .map((delivery) => ({ ...delivery, takes: [...delivery.takes, ...versionsOfGenerators(object, content)] }));
      case undefined:
        break;
    }
    return [];
  });
  const meantBy = ({ path }: Delivery): Partial<Delivery> => {
    const meant = content.mistyped?.get(path);
    return meant === undefined ? {} : { path: meant, written: path };
  };
  const waiting = inDependencyCycles(manifests, hubs);
  return found.map((delivery) => ({
    ...(waiting.has(delivery.manifest) ? { heldBack: 'its `dependsOn` leads into a cycle' } : {}),
    ...delivery,
    ...meantBy(delivery),
    ...(content.links === undefined ? {} : { links: content.links }),
    ...(isOfFlux(delivery) && content.hasIgnoreFile?.(delivery.path) === true ? { isFiltered: true } : {}),
    takes: delivery.takes.map((each) => withVariables(each, delivery.manifest, valuesOf)),
  }));
}

/** The revisions of this repository that the generators of an ApplicationSet read. */
function versionsOfGenerators(set: KubeObject, { isOwn }: GitContent): readonly TakenVersion[] {
  return gitGeneratorsOf(set).flatMap((git) =>
    isOwn(stringAt(git, 'repoURL') ?? '') === false ? [] : [ofGenerators(versionOf(stringAt(git, 'revision') ?? ''))],
  );
}

function ofGenerators(version: TakenVersion): TakenVersion {
  return { ...version, name: `with generators of ${version.name}`, text: `generators ${version.text}` };
}

/** The folders that deployers bring to a cluster, with or without changes to their content. */
export function deliveredPaths(deliveries: readonly Delivery[]): readonly string[] {
  return [...new Set(deliveries.flatMap(({ path }) => (isKnownText(path) ? [path] : [])))];
}
