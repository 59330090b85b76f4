import { joinPath } from '../kustomize/kustomization.ts';
import { encodedTexts } from '../encoded-texts.ts';
import { mentionsFleetVersion } from '../placeholders/names-fleet.ts';
import { FILES, isTemplate, withinChart } from './charts/chart-templates.ts';
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
 * @param files without those of values
 */
export function readableObjects(files: ReadonlySet<string>, sources: Sources, { directory }: Overlay): ReadonlyMap<string, string> {
  const names = [...files].filter((name) => !isTemplate(name, directory) && !NO_DATA.test(withinChart(name, directory) ?? ''));
  return new Map(names.map((name) => [name, sources.text(name) ?? ''] as const).filter(([, text]) => objectsIn(text, isObjectIn) > 0));
}

/** The same of those that its templates can decode, with the decoded texts. @param templates the texts of the chart */
export function decodedObjects(
  files: ReadonlySet<string>,
  sources: Sources,
  templates: readonly string[],
  { directory }: Overlay,
): ReadonlyMap<string, string> {
  if (!templates.some((text) => text.includes('b64dec'))) return new Map();
  const names = [...files].filter((name) => !isTemplate(name, directory) && !NO_DATA.test(withinChart(name, directory) ?? ''));
  return new Map(
    names.flatMap((name) => {
      const found = [...encodedTexts(sources.text(name) ?? '')].find((text) => text !== undefined && objectsIn(text, isObjectIn) > 0);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** helm uses these itself, or they describe the chart. `ci/` is for tests of the chart. */
const NO_DATA = /^(?:charts\/[^/]+\/)*(?:crds\/|ci\/|values\.yaml$|Chart\.yaml$|[^/]*\.md$)/;

/** The definition of a kind names it in the same form as an object. */
function isObjectIn(document: string): boolean {
  return writesObject(document) && (mentionsFleetVersion(document) || !DEFINITION.test(document));
}

const DEFINITION = /\bapiVersion["']?:\s*["']?apiextensions\.k8s\.io\//;
