import type { NotEvaluated } from '../../finding.ts';
import type { ReadResult } from './read-result.ts';
import type { FleetTemplate } from './render/charts/fleet-template.ts';
import { isAbout } from './turned-off-templates.ts';

/**
 * Returns whether an entry of the head is about objects of a template that its release did not make at the base either, and that are known:
 * another release of the chart makes all of them and is checked, or the change only moves them from a template that did not make them.
 */
export function isOfConditional(head: ReadResult, base: ReadResult): (entry: NotEvaluated) => boolean {
  const before = Map.groupBy(base.fleetTemplates ?? [], ({ command }) => command);
  const all = Map.groupBy(head.fleetTemplates ?? [], ({ chart, file }) => `${chart}\n${file}`);
  const known = [...all.values()].flatMap((releases) => {
    const isMade = releases.some((each) => each.made >= objectsOf(each.parts));
    return releases.filter((each) => {
      const ofRelease = before.get(each.command) ?? [];
      const old = ofRelease.find(({ file }) => file === each.file);
      if (isMade && each.made >= (old?.made ?? 0)) return true;
      const off = ofRelease.filter((template) => base.notEvaluated.some((entry) => isAbout(entry, template)));
      return isMoved(each, ofRelease, off);
    });
  });
  return (entry) => known.some((template) => isAbout(entry, template));
}

/**
 * Whether the objects that a template does not make can only be those that templates of the base did not make, with the same text.
 * @param before the templates of the base @param off those of them that did not make all of their objects
 */
function isMoved({ parts, made }: FleetTemplate, before: readonly FleetTemplate[], off: readonly FleetTemplate[]): boolean {
  const [known, unmade] = [before, off].map((some) => new Set(some.flatMap((each) => each.parts.map(({ text }) => text))));
  const open = objectsOf(parts.filter(({ text }) => unmade?.has(text)));
  return parts.every(({ text }) => known?.has(text)) && objectsOf(parts) - made <= open;
}

function objectsOf(parts: FleetTemplate['parts']): number {
  return parts.reduce((sum, { objects }) => sum + objects, 0);
}
