import { isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import type { RenderedJob } from '../render/render-overlays.ts';

/**
 * Returns whether the values in the changes of a delivery may change the objects of KubeFleet of a chart, which was rendered without values
 * of the configuration.
 * @param texts of files that were read, by name
 */
export function valuesThatChangeFleet(
  done: readonly RenderedJob[],
  texts: ReadonlyMap<string, string>,
): (chart: string, changes: JsonObject) => boolean {
  const templates = new Map<string, readonly Template[]>();
  for (const { overlay, rendering } of done) {
    if (overlay.tool !== 'helm' || overlay.values.length > 0 || rendering.kind !== 'rendered') continue;
    const makers = new Set(rendering.read.manifests.flatMap(({ object, file }) => (isFleetObject(object) ? [file] : [])));
    const all = [...rendering.files].flatMap((file) => {
      const text = texts.get(file) ?? '';
      const isOfSubchart = file.slice(overlay.directory.length).includes('charts/');
      return makers.has(file) || makesFleetObjects(text) ? [{ text, isOfSubchart }] : [];
    });
    templates.set(overlay.directory, all);
  }
  return (chart, changes) => templates.get(chart)?.some((template) => mayChange(template, changes)) === true;
}

interface Template {
  readonly text: string;
  /** It gets the values at the key of its chart. */
  readonly isOfSubchart: boolean;
}

/** Whether a template uses one of the keys of these values, or another template, which may use them. */
function mayChange({ text, isOfSubchart }: Template, changes: JsonObject): boolean {
  const isElsewhere = ELSEWHERE.some((name) => name in changes);
  const keys = new Set([...keysIn(changes['values']), ...keysIn(changes['valuesObject']), ...namesOf(changes)]);
  if (keys.size === 0 && !isElsewhere) return false;
  if (/\b(?:include|template|tpl)\b/.test(text)) return true;
  return [...text.matchAll(/\.Values\b(?:\.(\w+))?/g)].some(([, key]) => isElsewhere || isOfSubchart || key === undefined || keys.has(key));
}

/** Fields of a delivery that give a chart the values of files and objects, whose keys are not known here. */
const ELSEWHERE = ['valuesFrom', 'valuesFiles', 'valueFiles', 'fileParameters'];

/** The keys of values, which Argo CD may have as a text. */
function keysIn(values: unknown): readonly string[] {
  if (isObject(values)) return Object.keys(values);
  if (typeof values !== 'string') return [];
  return [...readDocuments(values)].flatMap((document) =>
    document.kind === 'read' && isObject(document.value) ? Object.keys(document.value) : [],
  );
}

/** `a.b` and `a[0]` are names of `a`. */
function namesOf(changes: JsonObject): readonly string[] {
  return listAt(changes, 'parameters').flatMap((each) => stringAt(each, 'name')?.split(/[.[]/).slice(0, 1) ?? []);
}
