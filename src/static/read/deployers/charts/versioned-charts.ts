import { isUnder } from '../../../../fleet/json/json-pointer.ts';
import { field, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { keyOfManifest } from '../../../world/manifest-key.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { otherValues } from '../../render/charts/helm-remarks.ts';
import type { ListedValues } from '../../render/charts/listed-values.ts';
import type { RenderedJob } from '../../render/render-overlays.ts';
import type { RepositoryFiles } from '../../render/repository-files.ts';
import { chartDescription } from './chart-description.ts';
import { type Delivery, isKnownText, OF_HELM } from '../delivery.ts';
import type { VersionedChart } from './versioned-chart.ts';

/** What is known of a tree. */
export interface KnownTree {
  readonly deliveries: readonly Delivery[];
  readonly done: readonly RenderedJob[];
  /** Its manifests as deployers change them. */
  readonly brought: readonly Manifest[];
  readonly listed: ListedValues;
  /** How reports name a path from the top of the repository. */
  readonly nameOf: (path: string) => string;
}

/** The charts of the tree that Flux deploys by their versions. */
export async function versionedCharts(
  { deliveries, done, brought, listed, nameOf }: KnownTree,
  repositories: (directory: string) => Pick<RepositoryFiles, 'text'>,
): Promise<readonly VersionedChart[]> {
  const found = deliveries.flatMap(({ manifest, path, chart, changes }): readonly Promise<VersionedChart>[] => {
    if (chart === undefined || !isKnownText(path) || !isByVersion(chart) || mayBePatched(manifest, brought)) return [];
    const directory = nameOf(path);
    const jobs = done.filter(({ overlay }) => overlay.tool === 'helm' && overlay.directory === directory);
    if (jobs.length === 0) return [];
    const valuesFiles = listAt(chart, 'valuesFiles').flatMap((file) => (typeof file === 'string' ? nameOf(file) : []));
    // A chart is rendered without the values of a release that the configuration does not list.
    const areValuesKnown = listed.isListed(directory) || !OF_HELM.some((name) => name !== 'releaseName' && name in changes);
    return [contentOf({ release: manifest, directory, chart }, { jobs, valuesFiles, areValuesKnown }, repositories(directory))];
  });
  return Promise.all(found);
}

function isByVersion(chart: unknown): boolean {
  return (stringAt(chart, 'reconcileStrategy') ?? 'ChartVersion') === 'ChartVersion';
}

/** Whether a kustomization or a deployer may set the strategy of a release. */
function mayBePatched(release: Manifest, brought: readonly Manifest[]): boolean {
  if (release.unresolved.some((open) => isUnder(open, CHART) || isUnder(CHART, open))) return true;
  const key = keyOfManifest(release);
  const same = brought.filter((manifest) => manifest.file === release.file && keyOfManifest(manifest) === key);
  return same.some(({ changedBy = [] }) => changedBy.some(({ changes }) => changes.includes('reconcileStrategy')));
}

const CHART = '/spec/chart';

interface Content {
  readonly jobs: readonly RenderedJob[];
  /** In place of its `values.yaml`, by name. */
  readonly valuesFiles: readonly string[];
  readonly areValuesKnown: boolean;
}

async function contentOf(
  of: Pick<VersionedChart, 'release' | 'directory' | 'chart'>,
  { jobs, valuesFiles, areValuesKnown }: Content,
  repository: Pick<RepositoryFiles, 'text'>,
): Promise<VersionedChart> {
  const { directory } = of;
  const textOf = async (file: string): Promise<string> => (await repository.text(file)) ?? '';
  const described = await chartDescription(directory, repository);
  const defaults = joinPath(directory, 'values.yaml');
  const given = new Set(jobs.flatMap(({ overlay, rendering }) => [...overlay.values, ...otherValues(rendering.files, overlay), defaults]));
  const used = new Set(jobs.flatMap(({ rendering }) => [...rendering.files, ...(rendering.data ?? [])]));
  const files = [...used.difference(given), ...(valuesFiles.length === 0 ? [defaults] : valuesFiles)];
  const top = directory === '' ? '' : `${directory}/`;
  const texts = files.map(async (file) => [file.startsWith(top) ? file.slice(top.length) : file, await textOf(file)] as const);
  const isKnown = areValuesKnown && jobs.every(({ rendering }) => rendering.kind === 'rendered');
  const made = jobs.flatMap(({ rendering }) => (rendering.kind === 'rendered' ? rendering.read.manifests : []));
  return {
    ...of,
    version: [field(described, 'name'), field(described, 'version')],
    texts: new Map(await Promise.all(texts)),
    ...(isKnown ? { made: made.map(({ object }) => object) } : {}),
  };
}
