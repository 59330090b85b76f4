import type { SourceRange } from '../../../../finding.ts';
import { field } from '../../../../fleet/json/json.ts';
import { isFleetObject } from '../../../../fleet/kubefleet/fleet-object.ts';
import { pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import type { TextRange } from '../../../../yaml/lines.ts';
import { HELM_HOOK, wordsOf } from '../../../../fleet/kubernetes/hook-annotations.ts';
import { mayBeHook } from '../../../world/hook-runs.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { directoryOf } from '../../kustomize/kustomization.ts';
import { parseManifests } from '../../parse-manifests.ts';
import { joinResults, type ReadResult } from '../../read-result.ts';
import { locateInSource, sourceOf } from '../places/locate-in-source.ts';
import { lineInTemplate, locateInTemplate } from '../places/locate-in-template.ts';
import type { Overlay } from '../overlay.ts';
import { asTree, renderedManifest, type Origin } from '../rendered-manifest.ts';
import type { Sources } from '../sources.ts';
import { templateOfSource } from './template-of-source.ts';

/** In place of the templates of packaged charts within a chart. */
export const PACKED = '';

/**
 * Reads helm's output, without tests, as manifests of the chart's templates. `made` has the number of KubeFleet objects of each template.
 */
export function readHelmOutput(
  output: string,
  overlay: Overlay,
  command: string,
  sources: Sources,
): { readonly read: ReadResult; readonly made: ReadonlyMap<string, number> } {
  const parts = partsOf(output).flatMap(({ source, text, before }) => {
    const template = source === undefined ? undefined : templateOfSource(source, directoryOf(overlay.file), sources);
    const written = template === undefined ? undefined : sources.text(template);
    const locate = (line: number): SourceRange | undefined => {
      const range = written === undefined ? undefined : lineInTemplate(written, text, line);
      return range === undefined || template === undefined ? undefined : { ...range, file: template };
    };
    const read = parseManifests(text, template ?? overlay.file);
    if (read.manifests.length > 0 && read.manifests.every(({ object }) => isTest(object))) return [];
    const manifests = read.manifests.map((manifest) => {
      const origin = originIn(template, manifest.object, overlay, sources);
      return { ...renderedManifest(manifest, origin, overlay, command), ...runnerOf(manifest.object, overlay) };
    });
    return [{ read: asTree(read, manifests, overlay, command, { before, locate }), template }];
  });
  const made = new Map<string, number>();
  for (const { read, template = PACKED } of parts) {
    const own = read.manifests.filter(({ object }) => isFleetObject(object)).length;
    made.set(template, (made.get(template) ?? 0) + own);
  }
  return { read: joinResults(parts.map(({ read }) => read)), made };
}

/**
 * Whether only `helm test` creates an object. `--skip-tests` also leaves out a test that is a hook of the installation, which creates it.
 * Source: `isTestHook` in `pkg/cmd/template.go` of helm.sh/helm.
 */
function isTest(object: KubeObject): boolean {
  const events = wordsOf(object, HELM_HOOK);
  return events.length > 0 && events.every((event) => TEST_EVENTS.has(event));
}

/** What runs an object as a hook. */
function runnerOf(object: KubeObject, { hooks }: Overlay): Pick<Manifest, 'hookOf'> {
  return mayBeHook(object) && hooks !== 'none' ? { hookOf: hooks ?? 'open' } : {};
}

const TEST_EVENTS = new Set(['test', 'test-success']);

interface Part {
  readonly source: string | undefined;
  readonly text: string;
  /** The number of lines before it. */
  readonly before: number;
}

/** helm writes before each document the template that it comes from. */
function partsOf(output: string): readonly Part[] {
  let before = 0;
  return output.split(/^---\n(?=# Source: )/m).flatMap((text, index) => {
    // The line with the dashes is in no part.
    before += index === 0 ? 0 : 1;
    const part = { source: /^# Source: (.+)$/m.exec(text)?.[1]?.trim(), text, before };
    before += text.split('\n').length - 1;
    return text.trim() === '' ? [] : [part];
  });
}

function originIn(template: string | undefined, object: KubeObject, { file }: Overlay, sources: Sources): Origin {
  const text = template === undefined ? undefined : sources.text(template);
  if (template === undefined || text === undefined) return { file, locate: () => undefined, shows: () => false };
  // A file without expressions is YAML, and so are some files with expressions.
  const written = sourceOf(object, sources.manifests(template));
  const inYaml: Origin['locate'] = (pointer, part) =>
    written === undefined ? undefined : locateInSource(object, [written], pointer, part);
  const inText = (pointer: string): TextRange | undefined => locateInTemplate(text, object, pointer);
  return {
    file: template,
    locate(pointer, part) {
      const range = inYaml(pointer, part) ?? inText(pointer);
      return range === undefined ? undefined : { ...range, file: template };
    },
    shows: (pointer) => inYaml(pointer) !== undefined || isOnLine(text, inText(pointer)?.line, field(object, ...pointerKeys(pointer))),
  };
}

/** A value that a template computes cannot be found in its line. */
function isOnLine(text: string, line: number | undefined, value: unknown): boolean {
  if (line === undefined) return false;
  const written = text.split('\n')[line - 1] ?? '';
  return !written.includes('{{') && (!isScalar(value) || written.includes(String(value)));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
