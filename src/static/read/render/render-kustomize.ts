import { writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { valueAt } from '../../../admission/denial.ts';
import type { SourceRange } from '../../../finding.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { directoryOf, isKustomization } from '../kustomize/kustomization.ts';
import { parseManifests } from '../parse-manifests.ts';
import { chartFiles, isDescription } from './charts/chart-files.ts';
import { errorLine } from './error-line.ts';
import { foreignSchema } from './charts/foreign-schema.ts';
import { kustomizeTree } from './kustomize-tree.ts';
import { changedFields } from './places/changed-fields.ts';
import { locateInPatch, locateRemoval } from './places/locate-in-patch.ts';
import { locateInSource, sourceOf } from './places/locate-in-source.ts';
import { kustomizeCommand } from './overlay-command.ts';
import type { Overlay } from './overlay.ts';
import { patchesOf, type PatchedValue } from './places/patches-of.ts';
import { asTree, holdsOnlyObjects, renderedManifest, startOfFile, type Origin } from './rendered-manifest.ts';
import { UNRESTRICTED } from './render-arguments.ts';
import type { RepositoryFiles } from './repository-files.ts';
import type { Refusal } from './refusal.ts';
import type { Rendering, Unrendered, Workplace } from './rendering.ts';
import type { ProgramResult } from '../../../programs/run-program.ts';
import { Sources } from './sources.ts';
import { withoutSecretsOf } from './tools/tool-words.ts';
import { firstValueIn } from '../../../yaml/documents.ts';

/** Builds a kustomization, and locates its objects in their source files. */
export async function renderKustomize(overlay: Overlay, place: Workplace): Promise<Rendering> {
  const { repository, programs } = place;
  const { kustomize: program, helm } = programs;
  const withHelm = overlay.args.includes('--enable-helm');
  const tree = await kustomizeTree(overlay.file, repository, withHelm);
  const files = new Set(tree.files);
  const unrendered = (because: Unrendered['because'], why: string | Refusal): Unrendered => ({
    kind: 'unrendered',
    because,
    why: typeof why === 'string' ? { file: overlay.file, line: 1, reason: why } : why,
    files,
    elsewhere: tree.data,
    ...(typeof program === 'string' ? {} : { program: program.name }),
  });
  // helm is not started, so these files matter only for what they may bring.
  for (const chart of withHelm ? [] : tree.charts)
    if (repository.look(chart)?.place === 'inside')
      for (const file of (await chartFiles(chart, overlay.file, repository)).files) if (!isDescription(file)) files.add(file);
  if (tree.refusal !== undefined) return unrendered('refused', tree.refusal);
  const ofCharts = new Set<string>();
  for (const chart of withHelm ? tree.charts : []) {
    const found = await chartFiles(chart, overlay.file, repository);
    if (found.refusal !== undefined) return unrendered('refused', found.refusal);
    if (found.holdsGit) return unrendered('refused', `the chart ${chart} contains git's own files`);
    const schema = await foreignSchema(found.files, repository);
    if (schema !== undefined) return unrendered('refused', { file: schema.file, line: 1, reason: `${SCHEMA} ${schema.why}` });
    for (const file of found.files) {
      files.add(file);
      ofCharts.add(file);
    }
  }
  if (typeof program === 'string') return unrendered(tree.fault === undefined ? 'unavailable' : 'refused', tree.fault ?? program);
  if (withHelm && typeof helm === 'string') return unrendered('unavailable', helm);

  const restricted = tree.hasPlugins ? overlay.args.filter((arg) => arg !== UNRESTRICTED) : overlay.args;
  const args = [...restricted, ...(withHelm && typeof helm !== 'string' ? [`--helm-command=${helm.path}`] : [])];
  const directory = repository.absolute(overlay.directory);
  const build = (path: string): Promise<ProgramResult> =>
    place.run(program, [program.name === 'kubectl' ? 'kustomize' : 'build', path, ...args]);
  const annotated = await build(await annotatingFolder(directory, place.folder));
  // An old kustomize has no origins, and its error about an overlay concerns the overlay only.
  const result = annotated.kind === 'failed' ? await build(directory) : annotated;
  if (result.kind === 'unstartable') return unrendered('unavailable', `${program.name} ${result.why}`);
  if (result.kind === 'stopped') return unrendered('failed', `${program.name} ${result.why}`);
  if (result.kind === 'failed') {
    const { texts } = await Sources.of(files, repository);
    const isTemplate = (file: string): boolean => directoryOf(file).endsWith('/templates');
    const values = withHelm ? [...files].filter((file) => !isKustomization(file) && !isTemplate(file)) : [];
    const readable = new Map([...texts].filter(([file]) => ofCharts.has(file) && !isTemplate(file)));
    const line = errorLine(withoutSecretsOf(result.stderr, texts, { values, readable }), [
      [`${directory}${sep}`, ''],
      [directory, 'it'],
      [`${repository.root}${sep}`, ''],
    ]);
    const meant = tree.fault?.meant;
    const reason = `${program.name} says: ${line}`;
    return unrendered('failed', { file: overlay.file, line: 1, reason, ...(meant === undefined ? {} : { meant }) });
  }
  if (!holdsOnlyObjects(result.stdout)) return unrendered('failed', `${program.name} printed a document that is not a Kubernetes object`);

  const command = kustomizeCommand(overlay, program.name);
  const read = parseManifests(result.stdout, overlay.file);
  const sources = await Sources.of(files, repository);
  const manifests = read.manifests.map((manifest) => {
    const file = originOf(manifest.object, result === annotated ? place.folder : directory, repository);
    const clean = { ...manifest, object: withoutOrigin(manifest.object) };
    return renderedManifest(clean, originIn(sources, [...files], file, clean.object, overlay), overlay, command, sources.texts);
  });
  return {
    kind: 'rendered',
    read: { ...asTree(read, manifests, overlay, command), documents: 0, comments: sources.comments() },
    files,
    elsewhere: tree.data,
  };
}

/** kustomize has no argument to render a chart without its schemas. */
const SCHEMA = 'the chart has a schema of values, with which helm may read other files or addresses:';

const ORIGIN = 'config.kubernetes.io/origin';

/**
 * A kustomization of our own that lists the overlay and requests the origin of each object, because there is no argument for it. It changes
 * nothing: kustomize takes names, hashes and references from the overlays below.
 */
async function annotatingFolder(directory: string, folder: string): Promise<string> {
  const base = relative(folder, directory).split(sep).join('/');
  await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify({ resources: [base], buildMetadata: ['originAnnotations'] }));
  return folder;
}

/** The file of the tree from which an object comes, as kustomize reports it. */
function originOf({ metadata }: KubeObject, folder: string, repository: RepositoryFiles): string | undefined {
  const text = stringAt(metadata, 'annotations', ORIGIN);
  if (text === undefined) return undefined;
  const path = stringAt(firstValueIn(text), 'path');
  return path === undefined ? undefined : repository.name(resolve(folder, path));
}

function withoutOrigin(object: KubeObject): KubeObject {
  const { [ORIGIN]: origin, ...annotations } = object.metadata.annotations ?? {};
  if (origin === undefined) return object;
  const { annotations: _, ...metadata } = object.metadata;
  return { ...object, metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations } };
}

/** The manifest from which an object was made, then the patches that look like it. */
function originIn(sources: Sources, files: readonly string[], file: string | undefined, object: KubeObject, overlay: Overlay): Origin {
  const source = sourceOf(object, file === undefined ? files.flatMap((name) => sources.manifests(name)) : sources.manifests(file));
  const patches =
    source === undefined ? [] : files.filter((name) => name !== source.file).flatMap((name) => namesakes(sources.manifests(name), source));
  const layers = source === undefined ? [] : [source, ...patches];
  const inSource: Origin['locate'] = (pointer, part) => locateInSource(object, layers, pointer, part);
  const inPatch: Origin['locate'] = (pointer, part) => locateInPatch(object, patchesOfSources(sources), pointer, part);
  const removal = (pointer: string): SourceRange | undefined =>
    locateRemoval(object, [...patches.map(asPatch), ...patchesOfSources(sources)], pointer);
  const isRemoved = (pointer: string): boolean => valueAt(object, pointer) === undefined && valueAt(source?.object, pointer) !== undefined;
  return {
    file: overlay.file,
    locate: (pointer, part) => (isRemoved(pointer) ? removal(pointer) : (inSource(pointer, part) ?? inPatch(pointer, part))),
    shows: (pointer) => !isRemoved(pointer) && inSource(pointer) !== undefined,
    ...(source === undefined
      ? {}
      : {
          change: {
            source: source.object,
            locate: (mapping) => {
              const changed = changedFields(object, source.object, mapping);
              if (changed.length === 0) return undefined;
              const places = changed.map((at) => (isRemoved(at) ? removal(at) : (locateInSource(object, patches, at) ?? inPatch(at))));
              return places.find((place) => place !== undefined) ?? startOfFile(overlay.file);
            },
          },
        }),
  };
}

/** A file with a merge patch that looks like the object. */
function asPatch(manifest: Manifest): PatchedValue {
  const { object } = manifest;
  return { path: [], value: object, kind: object.kind, name: object.metadata.name, locate: (...place) => manifest.locate(...place) };
}

const patchesOfSources = oncePer((sources: Sources) => patchesOf(sources.texts));

function namesakes(manifests: readonly Manifest[], { object: { kind, metadata } }: Manifest): readonly Manifest[] {
  return manifests.filter(({ object }) => object.kind === kind && object.metadata.name === metadata.name);
}
