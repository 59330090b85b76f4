import type { NotEvaluated } from '../../../../finding.ts';
import { isObject } from '../../../../fleet/json/json.ts';
import { haveFleetObject } from '../../placeholders/names-fleet.ts';
import { embeddedObject } from '../../embedded-objects.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/**
 * Files that give values with an object of KubeFleet to a chart, as an Application of Argo CD or a Helmfile does. The chart may also be
 * elsewhere.
 * @param mentioned files that are no manifests and mention KubeFleet, and that no chart was rendered with
 */
export function valuesWithFleet(mentioned: ReadonlySet<string>, texts: ReadonlyMap<string, string>): readonly NotEvaluated[] {
  const values = [...mentioned].filter((file) => {
    const text = texts.get(file) ?? '';
    return /\.(?:ya?ml|json)$/.test(file) && haveFleetObject([text]);
  });
  if (values.length === 0) return [];
  return [...texts].flatMap(([file, text]) => {
    if (!KEYS.some((key) => text.includes(key))) return [];
    const documents = valuesIn(text);
    const paths = documents.flatMap((document) => [...pathsIn(document)]);
    const given = values.filter((each) => (each === file ? documents.some(hasValues) : paths.some((path) => mayBe(path, each))));
    return given.map((each) => ({
      file,
      line: 1,
      reason: `It gives ${each === file ? 'values' : each} to a chart. ${REASON}`,
      fleetObject: true,
    }));
  });
}

const REASON =
  'The KubeFleet objects in these values were not checked. If the chart is in this repository, list its values in `render` of the configuration.';

const KEYS = ['valueFiles', 'valuesFiles', 'valuesFile', 'valueFile', 'values', 'overrideFiles'];

/** Whether a release of a Helmfile has an object of KubeFleet in its own values. */
function hasValues(document: unknown): boolean {
  const releases = isObject(document) ? document['releases'] : undefined;
  return (Array.isArray(releases) ? releases : []).some(
    (release) => isObject(release) && embeddedObject({ values: release['values'] })?.isObject === true,
  );
}

/** The paths at keys for files with values. */
function* pathsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* pathsIn(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    yield* pathsIn(item);
    if (!KEYS.includes(key)) continue;
    for (const each of Array.isArray(item) ? item : [item]) if (typeof each === 'string') yield* each.split(/[\n,]/);
  }
}

/** Whether a path from any folder may lead to a file. The name of a source, `$values/`, and wildcards and expressions match any text. */
function mayBe(path: string, file: string): boolean {
  const parts = path
    .trim()
    .replace(/^\$[\w-]+\//, '')
    .replace(/^[./]+\//, '')
    .split(/\{\{[^{}]*\}\}|\*+/);
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return last !== '' && `/${file}`.endsWith(`/${last}`);
  let at = 0;
  for (const part of parts) {
    const found = file.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return file.endsWith(last);
}
