import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import type { Overlay } from './overlay.ts';
import { RELEASE_NAME, RELEASE_NAMESPACE } from './render-arguments.ts';
import type { Sources } from './sources.ts';

/** The step if a release is not known. */
export const NAME_RELEASE = `give both in \`render\` of the configuration, as args: [${RELEASE_NAME}=NAME, ${RELEASE_NAMESPACE}=NAME]`;

/**
 * Reports values that depend on a release name and namespace that were not given: each KubeFleet object with such values, and the number of
 * all other objects.
 * @param before the manifests with values that are unresolved for other reasons
 */
export function unknownOfRelease(manifests: readonly Manifest[], before: readonly Manifest[], { file }: Overlay): readonly NotEvaluated[] {
  const entries: NotEvaluated[] = [];
  let others = 0;
  for (const [index, manifest] of manifests.entries()) {
    const known = new Set(before[index]?.unresolved);
    const open = manifest.unresolved.filter(
      (pointer) => !known.has(pointer) && !/^\/metadata\/(?:labels|annotations)(?:\/|$)/.test(pointer),
    );
    const [first] = open;
    if (first === undefined) continue;
    if (!isFleetObject(manifest.object)) {
      others += 1;
      continue;
    }
    const more = open.length === 1 ? '' : ` (and ${open.length - 1} more)`;
    const at = open.find((pointer) => !pointer.startsWith('/metadata')) ?? first;
    const place = manifest.locate(at);
    entries.push({
      file: place.file,
      line: place.line,
      reason: `${at.slice(1).replaceAll('/', '.')}${more} depends on the release name or namespace, which are not known; ${NAME_RELEASE}.`,
      object: manifestRef(manifest),
      ...(open.some((pointer) => !pointer.startsWith('/metadata/')) ? { fleetObject: true } : {}),
    });
  }
  if (others > 0) {
    const subject = others === 1 ? '1 other object of this chart depends' : `${others} other objects of this chart depend`;
    const reason = `${subject} on the release name or namespace, which are not known; ${NAME_RELEASE}.`;
    entries.push({ file, line: 1, reason });
  }
  return entries;
}

/** Files of values in the chart that were not used: another release of the chart may deploy something else. */
export function unusedValues(chart: ReadonlySet<string>, { file, directory, values }: Overlay): readonly NotEvaluated[] {
  if (values.length > 0) return [];
  const unused = [...chart]
    .filter((name) => directoryOf(name) === directory && /values[^/]/.test(name.slice(name.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '')))
    .toSorted();
  if (unused.length === 0) return [];
  const reason = `The chart was rendered with its own values alone, without ${unused.join(', ')}; list the values that it is deployed with in \`render\` of the configuration.`;
  return [{ file, line: 1, reason }];
}

/** Templates about KubeFleet objects that rendered none: with other values they would. */
export function silentTemplates(
  files: ReadonlySet<string>,
  used: ReadonlySet<string>,
  sources: Sources,
  { directory }: Overlay,
  command: string,
): readonly NotEvaluated[] {
  return templatesWithFleet(files, sources, directory)
    .filter((name) => /\.ya?ml$/.test(name) && !used.has(name))
    .map((file) => ({ file, line: 1, reason: `It names KubeFleet kinds, but ${command} does not produce any object from it.` }));
}

/**
 * Templates about KubeFleet objects with a condition that a rendering cannot decide: `lookup` finds no object without a hub, it is always an
 * installation, and the version of Kubernetes and the files of the chart may be others. The condition may be in a comment as well.
 */
export function undecidedTemplates(
  files: ReadonlySet<string>,
  sources: Sources,
  { directory }: Overlay,
  command: string,
): readonly NotEvaluated[] {
  return templatesWithFleet(files, sources, directory).flatMap((file) => {
    const text = sources.text(file) ?? '';
    const found = [...text.matchAll(EXPRESSION)].flatMap(({ 0: expression, index }) => {
      const guard = UNDECIDED.exec(expression)?.[0];
      return guard === undefined ? [] : [{ guard, line: text.slice(0, index).split('\n').length }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const reason = `It has KubeFleet objects and depends on ${first.guard}, which ${command} does not know from the hub: what it makes there was not checked.`;
    return [{ file, line: first.line, reason, fleetObject: true }];
  });
}

// linear: an expression has no brace.
const EXPRESSION = /\{\{[^{}]*\}\}/g;
const UNDECIDED = /\blookup\b|\.Release\.(?:IsUpgrade|IsInstall|Revision)\b|\.Capabilities\.KubeVersion\b|\.Files\b/;

const TEMPLATES = /^(?:charts\/[^/]+\/)*templates\//;

/** Returns the templates of the chart, and of the charts in it, that make objects of KubeFleet. */
function templatesWithFleet(files: ReadonlySet<string>, sources: Sources, directory: string): readonly string[] {
  const start = directory === '' ? '' : `${directory}/`;
  return [...files].filter(
    (name) => name.startsWith(start) && TEMPLATES.test(name.slice(start.length)) && makesFleetObjects(sources.text(name) ?? ''),
  );
}
