import type { NotEvaluated } from '../../../../finding.ts';
import { isFleetObject } from '../../../../fleet/kubefleet/fleet-object.ts';
import { manifestRef } from '../../../world/identity.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { fleetObjectsIn, haveFleetObject, makesFleetObjects, writesFleetKind } from '../../placeholders/names-fleet.ts';
import { isPlainTemplate } from '../../placeholders/plain-template.ts';
import { documentsIn, FILES, templatesWithFleet } from './templates/chart-templates.ts';
import type { ForeignSchema } from './foreign-schema.ts';
import type { Overlay } from '../overlay.ts';
import { RELEASE_NAME, RELEASE_NAMESPACE, SKIP_SCHEMAS } from '../render-arguments.ts';
import type { Sources } from '../sources.ts';

/** The step if a release is not known. */
const NAME_RELEASE = `give both in \`render\` of the configuration, as args: [${RELEASE_NAME}=NAME, ${RELEASE_NAMESPACE}=NAME]`;

/** What of a release is not known, and the step. */
export function unknownRelease({ contradicted }: Overlay): string {
  if (contradicted !== undefined) return `${contradicted}; give the same one in both`;
  return `the release name or namespace, which are not known; ${NAME_RELEASE}`;
}

/**
 * Reports values that depend on a release name and namespace that were not given: each KubeFleet object with such values, and the number of
 * all other objects.
 * @param before the manifests with values that are unresolved for other reasons
 */
export function unknownOfRelease(manifests: readonly Manifest[], before: readonly Manifest[], overlay: Overlay): readonly NotEvaluated[] {
  const { file } = overlay;
  const why = unknownRelease(overlay);
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
      reason: `${at.slice(1).replaceAll('/', '.')}${more} depends on ${why}.`,
      object: manifestRef(manifest),
      ...(open.some((pointer) => !pointer.startsWith('/metadata/')) ? { fleetObject: true } : {}),
    });
  }
  if (others > 0) {
    const subject = others === 1 ? '1 other object of this chart depends' : `${others} other objects of this chart depend`;
    const reason = `${subject} on ${why}.`;
    entries.push({ file, line: 1, reason });
  }
  return entries;
}

/** A schema that was not used, unless the configuration does without schemas. */
export function uncheckedValues(schema: ForeignSchema | undefined, { args }: Overlay): readonly NotEvaluated[] {
  if (schema === undefined || args.includes(SKIP_SCHEMAS)) return [];
  const { file, why } = schema;
  return [{ file, line: 1, reason: `The values of the chart were not checked against its schemas, because ${why}.` }];
}

/**
 * Values in the chart that were not used: another release of the chart may deploy something else, which is not evaluated if they have an
 * object of KubeFleet.
 * @param unused the texts of the files, by name
 */
export function unusedValues(unused: ReadonlyMap<string, string>, { file }: Overlay): readonly NotEvaluated[] {
  if (unused.size === 0) return [];
  const reason = `The chart was rendered with its own values alone, without ${[...unused.keys()].join(', ')}; list the values that it is deployed with in \`render\` of the configuration.`;
  const hasObject = unused.values().some((text) => haveFleetObject([text]));
  return [{ file, line: 1, reason, ...(hasObject ? { fleetObject: true } : {}) }];
}

/** The files of a chart with values that a release without values of its own does not use. Those in `ci/` are for tests of the chart. */
export function otherValues(chart: ReadonlySet<string>, { directory, values }: Overlay): readonly string[] {
  if (values.length > 0) return [];
  return [...chart].filter((name) => isOtherValues(directory === '' ? name : name.slice(directory.length + 1))).toSorted();
}

/** `values-prod.yaml`, `values/prod.yaml`, `prod/values.yaml`. @param name within the chart */
function isOtherValues(name: string): boolean {
  const { [0]: folder } = name.split('/');
  if (!/\.ya?ml$/.test(name) || (folder !== name && NO_VALUES.has(folder ?? ''))) return false;
  return name.includes('values') && !/^values\.ya?ml$/.test(name);
}

const NO_VALUES = new Set(['templates', 'charts', 'crds', 'ci']);

/**
 * Templates with more KubeFleet objects than were rendered: with other values they would render the rest. An object in the values, or in a
 * template that others include, is rendered by a template that does not name it, and so is one in a file that a template reads.
 * @param made the number of KubeFleet objects of each template
 * @param readable texts of the files with objects of KubeFleet that its templates can read, by name
 */
export function silentTemplates(
  files: ReadonlySet<string>,
  made: ReadonlyMap<string, number>,
  sources: Sources,
  { directory }: Overlay,
  command: string,
  readable: ReadonlyMap<string, string> = new Map(),
): readonly NotEvaluated[] {
  const named = templatesWithFleet(files, sources, directory);
  const silent = (file: string, objects: number, count: number): NotEvaluated => {
    const reason =
      count === 0
        ? `It names KubeFleet kinds, but ${command} does not produce a KubeFleet object from it.`
        : `It has ${objects} KubeFleet objects, but ${command} produces only ${count} of them.`;
    return { file, line: 1, reason };
  };
  const isHelper = (file: string): boolean => nameOf(file).startsWith('_');
  const alone = named.flatMap((file) => {
    if (isHelper(file) || nameOf(file) === 'NOTES.txt') return [];
    const text = sources.text(file) ?? '';
    const [objects, count] = [objectsIn(text, makesFleetObjects), made.get(file) ?? 0];
    if (count >= objects) return [];
    return [{ ...silent(file, objects, count), ...(text.includes('{{') && isPlainTemplate(text) ? { fleetObject: true } : {}) }];
  });
  const values = joinPath(directory, 'values.yaml');
  const written = [...named.filter(isHelper), values, ...readable.keys()].flatMap((file) => {
    const hasObject = named.includes(file) ? writesFleetKind : writesObject;
    const objects = objectsIn(readable.get(file) ?? sources.text(file) ?? '', hasObject);
    return objects === 0 ? [] : [{ file, objects }];
  });
  const wanted = written.reduce((sum, { objects }) => sum + objects, 0);
  const count = made.entries().reduce((sum, [template, each]) => {
    if (!named.includes(template)) return sum + each;
    const text = sources.text(template) ?? '';
    // Its other objects are from the files that it reads.
    return text.includes(FILES) ? sum + Math.max(0, each - objectsIn(text, makesFleetObjects)) : sum;
  }, 0);
  return [...alone, ...(count < wanted ? written.map(({ file, objects }) => silent(file, objects, count)) : [])];
}

/** Whether values have an object, and not only its apiVersion. */
export function writesObject(text: string): boolean {
  return makesFleetObjects(text) && /\bkind["']?\s*:/.test(text);
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

export function objectsIn(text: string, hasObject: (document: string) => boolean): number {
  return documentsIn(text)
    .filter(hasObject)
    .reduce((sum, document) => sum + fleetObjectsIn(document), 0);
}
