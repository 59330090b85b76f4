import {
  fleetObjectsIn,
  makesFleetObjects,
  mentionsFleetVersion,
  withoutCommentLines,
  writesFleetKind,
} from '../../placeholders/names-fleet.ts';
import type { Overlay } from '../overlay.ts';
import { helmCommand } from '../overlay-command.ts';
import type { Sources } from '../sources.ts';
import type { FleetTemplate } from './fleet-template.ts';
import { definitionsIn, documentsIn, EXPRESSION, templatesWithFleet, withoutComments, includedIn } from './templates/chart-templates.ts';
import { valueAt, valuesOfRelease } from './values-of-release.ts';
import { VALUE, OPENS, ENDS } from './templates/template-blocks.ts';

/**
 * Returns the templates of a rendered chart that have KubeFleet objects.
 * @param made the number of KubeFleet objects of each template
 * @param isDecided whether something else than values decides about the objects of a template
 */
export function fleetTemplates(
  files: ReadonlySet<string>,
  sources: Sources,
  overlay: Overlay,
  made: ReadonlyMap<string, number>,
  isDecided: (file: string) => boolean,
): readonly FleetTemplate[] {
  const { directory: chart, args } = overlay;
  const description = sources.text(overlay.file) ?? '';
  const bodies = new Map([...files].flatMap((file) => definitionsIn(sources.text(file) ?? '')).map(({ name, body }) => [name, body]));
  const values = valuesOfRelease(overlay, sources);
  return templatesWithFleet(files, sources, chart).map((file) => {
    const { text, passed } = withoutConditions(withoutComments(sources.text(file) ?? ''));
    const template = { file, chart, command: helmCommand(overlay), made: made.get(file) ?? 0, parts: partsOf(text) };
    // Values of a chart within it decide too.
    if (description.includes('import-values') || isDecided(file)) return template;
    const texts = new Set([text]);
    // Texts that are added during the loop come last.
    for (const each of texts) for (const name of includedIn(each)) texts.add(bodies.get(name) ?? '');
    const whole = [...texts].join('\n');
    const used = [...new Set([...whole.matchAll(VALUE)].map(([, path = '']) => path))].map((path) => [path, valueAt(values, path)]);
    const source = JSON.stringify([whole, used, args, whole.includes('.Chart') ? description.replaceAll(VERSION, '') : '']);
    return { ...template, ofValues: { source, passed: new Map(passed.map((path) => [path, valueAt(values, path)])) } };
  });
}

function partsOf(text: string): FleetTemplate['parts'] {
  const parts = documentsIn(text).filter(makesFleetObjects);
  return parts.map((part) => ({ text: withoutCommentLines(part).trim(), objects: fleetObjectsIn(part) }));
}

/** A template without the conditions around its KubeFleet objects, and the paths of the values that these pass on. */
function withoutConditions(text: string): { readonly text: string; readonly passed: readonly string[] } {
  const open: RegExpExecArray[] = [];
  const removed: RegExpExecArray[] = [];
  const passed: string[] = [];
  for (const match of text.matchAll(EXPRESSION)) {
    const [expression] = match;
    if (OPENS.test(expression)) open.push(match);
    if (!ENDS.test(expression)) continue;
    const start = open.pop();
    if (start === undefined || !AROUND.test(start[0])) continue;
    const block = text.slice(start.index, match.index);
    if (!mentionsFleetVersion(block) || !writesFleetKind(block)) continue;
    removed.push(start, match);
    if (!IF.test(start[0])) passed.push(...[...start[0].matchAll(VALUE)].map(([, path = '']) => path));
  }
  let rest = text;
  for (const { 0: expression, index } of removed.toSorted((a, b) => b.index - a.index))
    rest = rest.slice(0, index) + rest.slice(index + expression.length);
  const lines = rest.split('\n').map((line) => line.trimEnd());
  return { text: lines.filter((line) => line !== '').join('\n'), passed };
}

// linear: each matches at the start.
const AROUND = /^\{\{-?\s*(?:if|with|range)\b/;
const IF = /^\{\{-?\s*if\b/;
/** Most changes of a chart change them too, and labels have them. */
// linear: it matches within one line.
const VERSION = /^(?:appVersion|version):[^\n]*/gm;
