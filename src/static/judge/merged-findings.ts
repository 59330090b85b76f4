import { byCodeUnit } from '../../fleet/text/by-code-unit.ts';
import type { Finding, FixableFinding } from '../../finding.ts';

/**
 * A finding at the same place in several overlays is one finding with all of them. Two findings of one overlay are two, about two objects.
 * They are sorted by file, line, column and rule.
 */
export function mergedFindings(findings: readonly FixableFinding[]): readonly Finding[] {
  const times = new Map<string, number>();
  const groups = Map.groupBy(findings, (finding) => {
    const { rule, file, line, column, pointer, message, severity, suppressed: hidden, rendered } = finding;
    if (rendered === undefined) return finding;
    const fault = JSON.stringify([rule, file, line, column, pointer, message, severity, hidden]);
    const inOverlay = `${rendered.overlays.join()} ${fault}`;
    times.set(inOverlay, (times.get(inOverlay) ?? 0) + 1);
    return `${times.get(inOverlay)} ${fault}`;
  });
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first?.rendered === undefined) return group;
      const holdsOn = group.every((each) => each.holdsOn !== undefined) ? { holdsOn: group.flatMap((each) => each.holdsOn ?? []) } : {};
      return [
        { ...first, ...holdsOn, rendered: { ...first.rendered, overlays: group.flatMap(({ rendered }) => rendered?.overlays ?? []) } },
      ];
    })
    .toSorted(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  return (
    byCodeUnit(a.file, b.file) || a.line - b.line || a.column - b.column || byCodeUnit(a.rule, b.rule) || byCodeUnit(a.message, b.message)
  );
}
