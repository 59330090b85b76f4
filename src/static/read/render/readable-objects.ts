import { joinPath } from '../kustomize/kustomization.ts';
import { encodedTexts } from '../encoded-texts.ts';
import { mentionsFleetVersion } from '../placeholders/names-fleet.ts';
import { FILES, isTemplate, withinChart } from './charts/templates/chart-templates.ts';
import { objectsIn, writesObject } from './charts/helm-remarks.ts';
import type { Overlay } from './overlay.ts';
import type { Sources } from './sources.ts';

/** Whether a template reads other files of its chart, which may be of any kind. Values may have a template too, for `tpl`. */
export function readsFiles(files: ReadonlySet<string>, sources: Sources, { directory, values }: Overlay): boolean {
  const ofValues = new Set([joinPath(directory, 'values.yaml'), ...values]);
  return [...files].some((name) => (ofValues.has(name) || isTemplate(name, directory)) && sources.text(name)?.includes(FILES) === true);
}

/**
 * The texts of the files of a chart with objects of KubeFleet that only its templates can bring, by name.
 * @param files without those of values @param templates the texts of templates and values
 */
export function readableObjects(
  files: ReadonlySet<string>,
  sources: Sources,
  templates: readonly string[],
  overlay: Overlay,
): ReadonlyMap<string, string> {
  return new Map([...dataIn(files, sources, templates, overlay)].filter(([, text]) => objectsIn(text, isObjectIn) > 0));
}

/**
 * The texts of the files of a chart that its templates can read and helm does not use itself. A file that describes the chart, or is for tests
 * of it, counts only if a template or a value names it.
 */
export function dataIn(
  files: ReadonlySet<string>,
  sources: Sources,
  templates: readonly string[],
  { directory }: Overlay,
): ReadonlyMap<string, string> {
  const all = templates.join('\n');
  const names = [...files].filter((name) => {
    const within = withinChart(name, directory) ?? '';
    if (isTemplate(name, directory) || OF_HELM.test(within)) return false;
    return !FOR_READERS.test(within) || PATTERN.test(all) || isNamedIn(all, within.slice(within.lastIndexOf('/') + 1));
  });
  return new Map(names.map((name) => [name, sources.text(name) ?? '']));
}

/** The same of those that its templates can decode, with the decoded texts. @param templates the texts of the chart */
export function decodedObjects(
  files: ReadonlySet<string>,
  sources: Sources,
  templates: readonly string[],
  overlay: Overlay,
): ReadonlyMap<string, string> {
  if (!templates.some((text) => text.includes('b64dec'))) return new Map();
  return new Map(
    [...dataIn(files, sources, templates, overlay)].flatMap(([name, data]) => {
      const found = [...encodedTexts(data)].find((text) => text !== undefined && objectsIn(text, isObjectIn) > 0);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** Whether a text has a name in quotes, or at the end of a line that is no comment. */
function isNamedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text.charAt(at + name.length);
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (/["'`]/.test(after) || (/^\r?$|\n/.test(after) && !line.trimStart().startsWith('#'))) return true;
  }
  return false;
}

const OF_HELM = /^(?:charts\/[^/]+\/)*(?:crds\/|values\.yaml$|Chart\.yaml$)/;
/** `ci/` is for tests of the chart. */
const FOR_READERS = /^(?:charts\/[^/]+\/)*(?:ci\/|[^/]*\.md$)/;
/** A pattern of a template that may mean such a file. */
const PATTERN = /\.md["`]|["`]ci\/|\.Files\.Glob\s{1,9}["`]\*{1,2}["`/]|\brange\b[^{}]{0,100}\.Files\s{0,9}-?\}\}/;

/** The definition of a kind names it in the same form as an object. */
function isObjectIn(document: string): boolean {
  return writesObject(document) && (mentionsFleetVersion(document) || !DEFINITION.test(document));
}

const DEFINITION = /\bapiVersion["']?:\s*["']?apiextensions\.k8s\.io\//;
