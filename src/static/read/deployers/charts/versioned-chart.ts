import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../../world/manifest.ts';

/**
 * A chart that a HelmRelease of Flux takes from this repository with the reconcile strategy `ChartVersion`: Flux packs it again only if its
 * Chart.yaml has another `version`. Source: "Reconcile strategy" of https://fluxcd.io/flux/components/source/helmcharts/
 */
export interface VersionedChart {
  readonly release: Manifest;
  /** Its folder, by name. */
  readonly directory: string;
  /** The name and the version in its Chart.yaml. */
  readonly version: readonly unknown[];
  /** The fields of its HelmChart. */
  readonly chart: unknown;
  /** The texts of the files that decide about its objects, by their names: those in its folder from there. */
  readonly texts: ReadonlyMap<string, string>;
  /** Its objects; absent if they are not known. */
  readonly made?: readonly KubeObject[];
}
