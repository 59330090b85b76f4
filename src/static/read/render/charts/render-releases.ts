import { sep } from 'node:path';
import type { Program } from '../../../../programs/find-program.ts';
import type { ProgramResult } from '../../../../programs/run-program.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { isClusterScoped } from '../../cluster-scoped.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { errorLine } from '../error-line.ts';
import type { Overlay } from '../overlay.ts';
import { helmCommand } from '../overlay-command.ts';
import { openToRelease, OTHER_RELEASE, RELEASE, type Release } from '../release.ts';
import { argumentValue, namespaceOfObjects, RELEASE_NAME, RELEASE_NAMESPACE } from '../render-arguments.ts';
import { holdsOnlyObjects } from '../rendered-manifest.ts';
import type { Unrendered, Workplace } from '../rendering.ts';
import type { Sources } from '../sources.ts';
import { withoutSecretsOf } from '../tools/tool-words.ts';
import { readHelmOutput } from './helm-output.ts';
import { unknownRelease } from './helm-remarks.ts';
import { API_VERSIONS } from './kinds-of-hubs.ts';
import { valuesOfChance } from './values-of-chance.ts';

/** A chart that can be rendered. */
export interface Chart {
  readonly helm: Program;
  /** Its folder, or a copy of it, absolute. */
  readonly path: string;
  readonly sources: Sources;
  readonly place: Workplace;
  /** The texts that its templates, and those of charts in it, can read, by name. */
  readonly readable: () => Promise<ReadonlyMap<string, string>>;
  /** Arguments in addition to those of the overlay. */
  readonly args: readonly string[];
}

/** What a chart makes. */
export interface Releases extends ReturnType<typeof readHelmOutput> {
  /** Those of `read`, in which the values that depend on the release are unresolved. */
  readonly manifests: readonly Manifest[];
}

export interface NoReleases {
  readonly because: Unrendered['because'];
  readonly why: string;
}

/**
 * Renders a chart, with two values of a name or a namespace of the release that is not given. Values that differ are unresolved.
 */
export async function renderReleases(overlay: Overlay, chart: Chart): Promise<Releases | NoReleases> {
  const { path, sources, place } = chart;
  const releases = isReleaseKnown(overlay) ? [RELEASE] : [RELEASE, OTHER_RELEASE];
  const results = await Promise.all(releases.map((release) => template(overlay, release, chart)));
  const outputs: ReturnType<typeof readHelmOutput>[] = [];
  for (const result of results) {
    if (result.kind === 'unstartable') return { because: 'unavailable', why: `helm ${result.why}` };
    if (result.kind === 'stopped') return { because: 'failed', why: `helm ${result.why}` };
    if (result.kind === 'failed') {
      const values = [joinPath(overlay.directory, 'values.yaml'), ...overlay.values];
      const { repository } = place;
      const readable = await chart.readable();
      const folders = [path, repository.absolute(overlay.directory), repository.root].map((folder) => [`${folder}${sep}`, ''] as const);
      return {
        because: 'failed',
        why: `helm says: ${errorLine(withoutSecretsOf(result.stderr, sources.texts, { values, readable }), folders)}`,
      };
    }
    if (!holdsOnlyObjects(result.stdout)) return { because: 'failed', why: 'helm printed a document that is not a Kubernetes object' };
    outputs.push(readHelmOutput(result.stdout, overlay, helmCommand(overlay), sources));
  }
  const [one, other = one] = outputs;
  if (one === undefined || other === undefined) throw new Error('bug in renderReleases: nothing was rendered');
  const byChance = other === one || !mayHaveChance(sources) ? undefined : await renderedAgain(one);
  const open = openToRelease(byChance ?? one.read.manifests, other.read.manifests);
  if (open === undefined) return { because: 'failed', why: `which objects it makes depends on ${unknownRelease(overlay)}` };
  const namespace = namespaceOfObjects(overlay);
  const read = byChance === undefined ? one.read : { ...one.read, manifests: byChance };
  return { ...one, read, manifests: open.map((manifest) => inNamespace(manifest, namespace)) };

  /** The manifests of a release, with what another rendering of the same release makes differently unresolved. */
  async function renderedAgain({ read: first }: (typeof outputs)[number]): Promise<readonly Manifest[] | undefined> {
    const again = await template(overlay, RELEASE, chart);
    if (again.kind !== 'done') return undefined;
    return openToRelease(first.manifests, readHelmOutput(again.stdout, overlay, helmCommand(overlay), sources).read.manifests);
  }
}

/** Whether a template of the chart may make something of the time or by chance. */
function mayHaveChance({ texts }: Sources): boolean {
  return texts.values().some((text) => text.includes('{{') && valuesOfChance(text, new Set()).length > 0);
}

/** Whether the name and the namespace of the release are given. */
export function isReleaseKnown({ args }: Overlay): boolean {
  return [RELEASE_NAME, RELEASE_NAMESPACE].every((name) => argumentValue(args, name) !== undefined);
}

function template({ values, args }: Overlay, release: Release, { helm, path, place, args: more }: Chart): Promise<ProgramResult> {
  return place.run(helm, [
    'template',
    ...(argumentValue(args, RELEASE_NAME) === undefined ? [release.name] : []),
    path,
    ...values.map((file) => `--values=${place.repository.absolute(file)}`),
    ...args,
    ...more,
    ...(argumentValue(args, RELEASE_NAMESPACE) === undefined ? [`${RELEASE_NAMESPACE}=${release.namespace}`] : []),
    ...(args.includes('--skip-crds') ? [] : ['--include-crds']),
    API_VERSIONS,
  ]);
}

/** An object without a namespace gets that of the release, if helm applies it. */
function inNamespace(manifest: Manifest, namespace: string | undefined): Manifest {
  const { object } = manifest;
  if (namespace === undefined || manifest.namespace !== undefined || isClusterScoped(object.apiVersion, object.kind)) return manifest;
  return { ...manifest, namespace };
}
