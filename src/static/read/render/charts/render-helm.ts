import { cp } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { FLEET_KINDS } from '../../../../fleet/kubefleet/kinds.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { isClusterScoped } from '../../cluster-scoped.ts';
import { contentElsewhere } from '../../files/content-elsewhere.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { filesOfDependencies } from './chart-dependencies.ts';
import { chartFiles } from './chart-files.ts';
import { errorLine } from '../error-line.ts';
import { foreignSchema } from './foreign-schema.ts';
import type { Program } from '../../../../programs/find-program.ts';
import { PACKED, readHelmOutput } from './helm-output.ts';
import {
  NAME_RELEASE,
  otherValues,
  silentTemplates,
  uncheckedValues,
  undecidedTemplates,
  unknownOfRelease,
  unusedValues,
} from './helm-remarks.ts';
import { readableObjects, readsFiles } from '../readable-objects.ts';
import { helmCommand } from '../overlay-command.ts';
import type { Overlay } from '../overlay.ts';
import { openToRelease, OTHER_RELEASE, RELEASE, type Release } from '../release.ts';
import { argumentValue, RELEASE_NAME, RELEASE_NAMESPACE, SKIP_SCHEMAS } from '../render-arguments.ts';
import { holdsOnlyObjects } from '../rendered-manifest.ts';
import type { RepositoryFiles } from '../repository-files.ts';
import type { Refusal } from '../refusal.ts';
import type { Rendering, Unrendered, Workplace } from '../rendering.ts';
import type { ProgramResult } from '../../../../programs/run-program.ts';
import { Sources } from '../sources.ts';
import { valuesForFleet } from './values-for-fleet.ts';
import { withoutSecretsOf } from '../tool-words.ts';

/**
 * Renders a chart, and names the templates of its objects. If the release name or namespace is not given, it is rendered with two values of
 * each, and values that differ are unresolved.
 */
export async function renderHelm(overlay: Overlay, place: Workplace): Promise<Rendering> {
  const { repository, programs } = place;
  const chart = await chartFiles(overlay.directory, overlay.file, repository);
  const files = new Set([...chart.files].filter((file) => isOfChart(file, overlay)));
  const others = otherValues(chart.files, overlay);
  const sources = await Sources.of(files, repository);
  const isReading = readsFiles(files, sources, overlay);
  const own = isReading ? chart.files : new Set([...files, ...others]);
  const all = new Set([...own, ...(await filesOfDependencies(overlay.directory, repository))]);
  const unrendered = (because: Unrendered['because'], why: string | Refusal): Unrendered => ({
    kind: 'unrendered',
    because,
    why: typeof why === 'string' ? { file: overlay.file, line: 1, reason: why } : why,
    files: all,
  });
  if (chart.refusal !== undefined) return unrendered('refused', chart.refusal);
  const wrong = await wrongValues(overlay, repository);
  if (wrong !== undefined) return unrendered('refused', wrong);
  const missing = contentMissing(files, sources);
  if (missing !== undefined) return unrendered('refused', missing);
  const { helm } = programs;
  if (typeof helm === 'string') return unrendered('unavailable', helm);

  const directory = repository.absolute(overlay.directory);
  const path = chart.holdsGit ? await copyWithoutGit(directory, place.folder) : directory;
  const namespace = argumentValue(overlay.args, RELEASE_NAMESPACE);
  const isKnown = namespace !== undefined && argumentValue(overlay.args, RELEASE_NAME) !== undefined;
  const releases = isKnown ? [RELEASE] : [RELEASE, OTHER_RELEASE];
  const schema = await foreignSchema(chart.files, repository);
  const rendered = schema === undefined ? overlay : { ...overlay, args: [...overlay.args, SKIP_SCHEMAS] };
  const results = await Promise.all(releases.map((release) => template(helm, path, release, rendered, place)));
  const command = helmCommand(overlay);
  const outputs: ReturnType<typeof readHelmOutput>[] = [];
  for (const result of results) {
    if (result.kind === 'unstartable') return unrendered('unavailable', `helm ${result.why}`);
    if (result.kind === 'stopped') return unrendered('failed', `helm ${result.why}`);
    if (result.kind === 'failed') {
      const valueFiles = [joinPath(overlay.directory, 'values.yaml'), ...overlay.values];
      const folders = [path, directory, repository.root].map((folder) => [`${folder}${sep}`, ''] as const);
      return unrendered('failed', `helm says: ${errorLine(withoutSecretsOf(result.stderr, sources.texts, valueFiles), folders)}`);
    }
    if (!holdsOnlyObjects(result.stdout)) return unrendered('failed', 'helm printed a document that is not a Kubernetes object');
    outputs.push(readHelmOutput(result.stdout, overlay, command, sources));
  }
  const [one, other = one] = outputs;
  if (one === undefined || other === undefined) throw new Error('bug in renderHelm: nothing was rendered');
  const open = openToRelease(one.read.manifests, other.read.manifests);
  if (open === undefined) return unrendered('failed', `the release name or namespace decides which objects it makes; ${NAME_RELEASE}`);
  const manifests = open.map((manifest) => inNamespace(manifest, namespace));
  const rest = new Set(isReading ? chart.files.difference(new Set([...others, ...overlay.values])) : []);
  const readable = readableObjects(rest, await Sources.of(rest, repository), overlay);
  const notEvaluated = [
    ...one.read.notEvaluated,
    ...unknownOfRelease(manifests, one.read.manifests, overlay),
    ...unusedValues(new Map(await Promise.all(others.map(async (name) => [name, (await repository.text(name)) ?? ''] as const))), overlay),
    ...uncheckedValues(schema, overlay),
    ...silentTemplates(files, one.made, sources, overlay, command, readable),
    ...undecidedTemplates(files, sources, overlay, command, isKnown, readable),
  ];
  // A packaged chart that a condition disables is reported by itself.
  const isUsed = (file: string): boolean => !file.endsWith('.tgz') || (one.made.get(PACKED) ?? 0) > 0;
  const used = new Set([...files].filter(isUsed));
  const forFleet = valuesForFleet(files, sources, overlay, one.made);
  return { kind: 'rendered', read: { ...one.read, manifests, notEvaluated, comments: sources.comments() }, files: used, forFleet };
}

/** The first file of the chart whose content is not in the checkout: helm would fail, and not say why. */
function contentMissing(files: ReadonlySet<string>, sources: Sources): Refusal | undefined {
  for (const file of files) {
    const why = contentElsewhere(sources.text(file) ?? '');
    if (why !== undefined) return { file, line: 1, reason: `the file is ${why}`, isElsewhere: true };
  }
  return undefined;
}

/** Why a file with values is not passed to helm, which reads a path with a scheme as an address, and a comma as the end of a path. */
export async function wrongValues({ values }: Overlay, repository: RepositoryFiles): Promise<string | undefined> {
  for (const name of values) {
    const standing = repository.look(name);
    if (standing?.kind !== 'file') return `there is no file "${name}"`;
    if (standing.place === 'outside') return `${name} leads out of the repository`;
    if (standing.place === 'git') return `${name} is one of git's own files`;
    if (/[,"\n]/.test(repository.absolute(name)))
      return `the path of "${name}" contains a comma or a quote, which helm would read as two files`;
  }
  return undefined;
}

/** The files that helm renders; other files below a chart do not belong to it. */
function isOfChart(file: string, { directory, file: chart, values }: Overlay): boolean {
  const own = ['templates', 'charts', 'crds'].some((folder) => file.startsWith(`${joinPath(directory, folder)}/`));
  return own || file === chart || values.includes(file) || file === joinPath(directory, 'values.yaml');
}

/** A chart may be at the top of its repository, and helm makes every file of a chart available to its templates. */
async function copyWithoutGit(directory: string, folder: string): Promise<string> {
  const copy = join(folder, 'chart');
  await cp(directory, copy, { recursive: true, dereference: true, filter: (source) => basename(source) !== '.git' });
  return copy;
}

function template(program: Program, path: string, release: Release, overlay: Overlay, place: Workplace): Promise<ProgramResult> {
  const { values, args } = overlay;
  return place.run(program, [
    'template',
    ...(argumentValue(args, RELEASE_NAME) === undefined ? [release.name] : []),
    path,
    ...values.map((file) => `--values=${place.repository.absolute(file)}`),
    ...args,
    ...(argumentValue(args, RELEASE_NAMESPACE) === undefined ? [`${RELEASE_NAMESPACE}=${release.namespace}`] : []),
    ...(args.includes('--skip-crds') ? [] : ['--include-crds']),
    ...API_VERSIONS,
  ]);
}

/** The hub has KubeFleet's kinds, and a chart may check for them. */
const API_VERSIONS = [
  ...new Set(
    FLEET_KINDS.flatMap(({ group, kind, versions }) => versions.flatMap((each) => [`${group}/${each}`, `${group}/${each}/${kind}`])),
  ),
].map((version) => `--api-versions=${version}`);

/** An object without a namespace gets that of the release. */
function inNamespace(manifest: Manifest, namespace: string | undefined): Manifest {
  const { object } = manifest;
  if (namespace === undefined || manifest.namespace !== undefined || isClusterScoped(object.apiVersion, object.kind)) return manifest;
  return { ...manifest, namespace };
}
