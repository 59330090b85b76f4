import { stringAt } from '../../../fleet/json/json.ts';
import { type Delivery, isKnownText } from '../deployers/delivery.ts';
import type { HelmCommand, KnownRelease } from './charts/helm-command.ts';
import { argumentValue, RELEASE_NAME, RELEASE_NAMESPACE, renderArguments } from './render-arguments.ts';
import type { RenderJob } from './render-overlays.ts';

/**
 * The jobs with the name and the namespace that the deploy step of a chart gives to its release, if all of its steps give the same one. Those of
 * the configuration stay. A chart with several releases in the configuration is left as it is.
 * @param nameOfFolder how reports name a folder at a path from the top of the repository
 */
export function withKnownReleases(
  jobs: readonly RenderJob[],
  commands: readonly HelmCommand[],
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
): readonly RenderJob[] {
  const ofCommands = commands.flatMap(({ release }) => (release === undefined ? [] : [{ charts: release.charts, release }]));
  const ofDeliveries = deliveries.flatMap((delivery) => {
    const release = releaseOf(delivery);
    return release === undefined || !isKnownText(delivery.path) ? [] : [{ charts: [nameOfFolder(delivery.path)], release }];
  });
  const all = [...ofCommands, ...ofDeliveries];
  if (all.length === 0) return jobs;
  const count = Map.groupBy(jobs, ({ overlay }) => overlay.directory);
  return jobs.map((job): RenderJob => {
    const { overlay } = job;
    if (overlay.tool !== 'helm' || (count.get(overlay.directory) ?? []).length > 1) return job;
    const releases = all.flatMap(({ charts, release }) => (charts.includes(overlay.directory) ? [release] : []));
    const given = (flag: string, values: readonly (string | undefined)[]): readonly string[] => {
      const [value, ...others] = new Set(values);
      if (value === undefined || others.length > 0 || !isKnownText(value) || argumentValue(overlay.args, flag) !== undefined) return [];
      const checked = renderArguments('helm', [`${flag}=${value}`]);
      return 'fault' in checked ? [] : checked.args;
    };
    const more = [
      ...given(
        RELEASE_NAME,
        releases.map(({ name }) => name),
      ),
      ...given(
        RELEASE_NAMESPACE,
        releases.map(({ namespace }) => namespace),
      ),
    ];
    return more.length === 0 ? job : { ...job, overlay: { ...overlay, args: [...overlay.args, ...more] } };
  });
}

/** The release that Flux or Argo CD makes of a chart; `undefined` for another delivery. */
function releaseOf({ manifest: { object }, namespace, changes, isUncertain }: Delivery): KnownRelease | undefined {
  if (isUncertain) return undefined;
  const { name } = object.metadata;
  if (object.kind === 'Application') return { name: stringAt(changes, 'releaseName') ?? name, namespace };
  if (object.kind !== 'HelmRelease') return undefined;
  const target = stringAt(object, 'spec', 'targetNamespace');
  return { name: stringAt(changes, 'releaseName') ?? (target === undefined ? name : `${target}-${name}`), namespace };
}
