import { dump } from 'js-yaml';
import { aligned } from '../../schedule/change/aligned.ts';
import type { ObjectChange } from '../../schedule/change/collected-changes.ts';
import { redacted, type Hide } from '../../secrets/redacted.ts';
import { diffLinesOf } from '../output/unified-diff.ts';

/**
 * The change of an object as lines of a unified diff of its YAML. Confidential values are compared first and then replaced on both sides;
 * equal values have equal marks.
 */
export function changeLines({ before, after }: Pick<ObjectChange, 'before' | 'after'>, hide: Hide): readonly string[] {
  const sides = before === undefined || after === undefined ? { before, after } : aligned(before, after);
  return diffLinesOf(yamlOf(sides.before, hide), yamlOf(sides.after, hide));
}

function yamlOf(value: unknown, hide: Hide): string {
  return value === undefined ? '' : dump(redacted(value, hide), { lineWidth: -1, noRefs: true });
}
