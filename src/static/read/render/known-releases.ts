import { field, stringAt } from '../../../fleet/json/json.ts';
import { type Delivery, isKnownText } from '../deployers/delivery.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import type { HelmCommand, KnownRelease } from './charts/helm-command.ts';
import { listedValues } from './charts/listed-values.ts';
import { argumentValue, RELEASE_NAME, RELEASE_NAMESPACE, renderArguments } from './render-arguments.ts';
import type { Overlay } from './overlay.ts';
import type { RenderJob } from './render-overlays.ts';

/** A release that something deploys. */
interface DeployedRelease {
  readonly charts: readonly string[];
  readonly release: KnownRelease;
  /** The file of the step or the deployer. */
  readonly file: string;
  /** Its files of values, as it writes them. */
  readonly values: readonly unknown[];
  readonly isForTest?: boolean;
  readonly isListed?: boolean;
  /** What runs the hooks of its chart; absent if that is not known. */
  readonly hooks?: Overlay['hooks'];
  readonly isTemplated?: boolean;
}

/**
 * The jobs with the name and the namespace that the deploy step of a chart gives to its release, if all of its steps give the same one. Those of
 * the configuration stay, unless each step gives another one: then neither is known. Of a chart with several releases in the configuration, each
 * gets those of the steps with its files of values, if each step has those of a release.
 * @param nameOfFolder how reports name a folder at a path from the top of the repository
 */
export function withKnownReleases(
  jobs: readonly RenderJob[],
  commands: readonly HelmCommand[],
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
): readonly RenderJob[] {
  const ofCommands = commands.flatMap(({ release, file, values }): readonly DeployedRelease[] =>
    release === undefined
      ? []
      : [
          {
            ...release,
            release,
            file,
            values: values.filter((value) => typeof value === 'string'),
            ...(release.runsHooks === undefined ? {} : { hooks: release.runsHooks ? ('helm' as const) : ('none' as const) }),
          },
        ],
  );
  const ofDeliveries = deliveries.flatMap((delivery): readonly DeployedRelease[] => {
    const release = releaseOf(delivery);
    if (release === undefined || !isKnownText(delivery.path)) return [];
    const values = ['valueFiles', 'valuesFiles'].flatMap((name) => delivery.changes[name] ?? []);
    return [{ charts: [nameOfFolder(delivery.path)], release, file: delivery.manifest.file, values, hooks: hooksOf(delivery) }];
  });
  const all = [...ofCommands, ...ofDeliveries];
  if (all.length === 0) return jobs;
  const byChart = Map.groupBy(jobs, ({ overlay }) => overlay.directory);
  return jobs.map((job): RenderJob => {
    const { overlay } = job;
    if (overlay.tool !== 'helm') return job;
    const releases = releasesFor(
      job,
      byChart.get(overlay.directory) ?? [job],
      withoutListed(all.filter(({ charts }) => charts.includes(overlay.directory))),
    );
    const hooks = hooksIn(releases);
    const ofHooks = hooks === undefined ? {} : { hooks };
    const found = FLAGS.map(([flag, key]) => ({ flag, key, ...given(job, flag, releases, key) }));
    const denied = found.filter(({ other }) => other !== undefined);
    const args = overlay.args.filter((arg) => !denied.some(({ flag }) => arg.startsWith(`${flag}=`)));
    const contradictions = denied.map(
      ({ flag, key, other }) =>
        `the ${key} of the release: \`render\` of the configuration gives ${argumentValue(overlay.args, flag) ?? ''}, and ${other ?? ''}`,
    );
    const more = found.flatMap(({ added }) => added);
    if (more.length + denied.length === 0) return hooks === undefined ? job : { ...job, overlay: { ...overlay, hooks } };
    const contradicted = contradictions.length === 0 ? {} : { contradicted: contradictions.join('; ') };
    const isTemplated = more.some((arg) => arg.startsWith(`${RELEASE_NAMESPACE}=`)) && releases.every((each) => each.isTemplated === true);
    return {
      ...job,
      overlay: { ...overlay, args: [...args, ...more], ...contradicted, ...ofHooks, ...(isTemplated ? { isTemplated } : {}) },
    };
  });
}

const FLAGS = [
  [RELEASE_NAME, 'name'],
  [RELEASE_NAMESPACE, 'namespace'],
] as const;

/** Helmfile and Skaffold may be for the machines of developers if something else deploys the chart. */
function withoutListed(releases: readonly DeployedRelease[]): readonly DeployedRelease[] {
  const others = releases.filter(({ isListed }) => isListed !== true);
  return others.some(({ isForTest }) => isForTest !== true) ? others : releases;
}

/** What deploys the release of a job. @param ofChart all jobs of its chart */
function releasesFor(
  { overlay }: RenderJob,
  ofChart: readonly RenderJob[],
  releases: readonly DeployedRelease[],
): readonly DeployedRelease[] {
  if (ofChart.length < 2) return releases;
  const brings = ({ values, file }: DeployedRelease, job: RenderJob): boolean =>
    (values.length > 0 || job.overlay.values.length === 0) &&
    listedValues([job.overlay]).unlisted(overlay.directory, values, directoryOf(file)).length === 0;
  const own = releases.filter((release) => brings(release, { overlay }));
  const areAll = releases.every((release) => ofChart.some((job) => brings(release, job)));
  return areAll && own.length > 0 ? own : releases;
}

/** What runs the hooks of a chart that is deployed by these, other than for tests; `undefined` if that is not known. */
function hooksIn(releases: readonly DeployedRelease[]): Overlay['hooks'] {
  const real = releases.filter(({ isForTest }) => isForTest !== true).map(({ hooks }) => hooks);
  return RUNNERS.find((runner) => real.includes(runner)) ?? (real.length > 0 && real.every((each) => each === 'none') ? 'none' : undefined);
}

const RUNNERS = ['helm', 'Argo CD'] as const;

/**
 * What runs the hooks of a chart. For a HelmRelease it is helm, unless `disableHooks` is set. Argo CD turns the hooks of helm into its own.
 */
function hooksOf({ manifest: { object, unresolved } }: Delivery): Overlay['hooks'] {
  if (object.kind !== 'HelmRelease') return 'Argo CD';
  const isOff = ['install', 'upgrade'].map((action) => field(object, 'spec', action, 'disableHooks') === true);
  if (isOff.every((each) => each)) return 'none';
  return isOff.some((each) => each) || unresolved.some((pointer) => pointer.includes('disableHooks')) ? undefined : 'helm';
}

/** The argument that the releases give, or what each of them gives in place of that of the configuration. */
function given(
  { overlay }: RenderJob,
  flag: string,
  releases: readonly DeployedRelease[],
  key: 'name' | 'namespace',
): { readonly added: readonly string[]; readonly other?: string } {
  const configured = argumentValue(overlay.args, flag);
  if (configured !== undefined) {
    const real = releases.filter(({ isForTest }) => isForTest !== true);
    const others = real.map(({ release, file }) => ({ value: release[key] ?? '', file }));
    const isDenied = others.every(({ value }) => value !== '' && isKnownText(value) && value !== configured);
    const [first] = others.toSorted((one, other) => (one.file < other.file ? -1 : 1));
    return first !== undefined && isDenied ? { added: [], other: `${first.file} gives ${first.value}` } : { added: [] };
  }
  const [value, ...others] = new Set(releases.map(({ release }) => release[key]));
  if (value === undefined || others.length > 0 || !isKnownText(value)) return { added: [] };
  const checked = renderArguments('helm', [`${flag}=${value}`]);
  return { added: 'fault' in checked ? [] : checked.args };
}

/** Whether a delivery of Flux or Argo CD may be the release of a chart. */
export function namesRelease({ manifest: { object }, isUncertain }: Delivery): boolean {
  return !isUncertain && ['Application', 'ApplicationSet', 'HelmRelease'].includes(object.kind);
}

/** The release that Flux or Argo CD makes of a chart; `undefined` for another delivery. What a patch changes has an expression, see `isKnownText`. */
export function releaseOf(delivery: Delivery): KnownRelease | undefined {
  const { manifest, changes } = delivery;
  const { object, unresolved } = manifest;
  if (!namesRelease(delivery)) return undefined;
  const known = <T>(pointer: string, value: T): T | typeof UNKNOWN =>
    unresolved.includes('') || unresolved.includes(pointer) ? UNKNOWN : value;
  const own = known('/metadata/name', object.metadata.name);
  const chosen = known('', stringAt(changes, 'releaseName'));
  if (object.kind === 'Application') return { name: chosen ?? own, namespace: known('', delivery.namespace) };
  if (object.kind === 'ApplicationSet') return { name: chosen ?? known('', delivery.made), namespace: known('', delivery.namespace) };
  const target = known('', stringAt(object, 'spec', 'targetNamespace'));
  const namespace = target ?? known('/metadata/namespace', delivery.namespace);
  return { name: chosen ?? (target === undefined ? own : `${target}-${own}`), namespace };
}

/** See `isKnownText`. */
const UNKNOWN = '${}';
