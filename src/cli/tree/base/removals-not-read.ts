import type { NotEvaluated } from '../../../finding.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { namedOnce } from '../../../static/world/unevaluated.ts';
import type { StaticInput } from '../static-input.ts';
import { deployersOf } from './unread-removals/deployers-of.ts';
import { NOT_CHECKED } from './unread-removals/not-checked.ts';
import { ofChanges } from './unread-removals/of-changes.ts';
import { ofCharts } from './unread-removals/of-charts.ts';
import { ofEntries } from './unread-removals/of-entries.ts';
import { ofOutside } from './unread-removals/of-outside.ts';

/**
 * What the base deployed to where a placement selects it, that was not read there, and that the change ends or edits: what that removes from
 * clusters is not known. Deployers that delete nothing are left out.
 */
export function removalsNotRead(input: Compared): readonly NotEvaluated[] {
  const { read, base } = input;
  if (base === undefined) return [];
  const now = deployersOf(read, base);
  return namedOnce([...ofOutside(read, base, now), ...ofEntries(read, base), ...ofChanges(input, base, now), ...ofCharts(read, base)]).map(
    (entry) => ({
      ...entry,
      fleetObject: true,
    }),
  );
}

/** The same as a note. */
export function removalsNotReadNotes(input: Compared): readonly string[] {
  const names = removalsNotRead(input).map(({ file, object }) => (object === undefined ? file : `${displayName(object)} in ${file}`));
  if (names.length === 0) return [];
  const all = [...new Set(names)];
  return [`This change ends or edits what ${listed(all, 3)} deployed at the base. ${NOT_CHECKED}`];
}

type Compared = Pick<StaticInput, 'read' | 'base' | 'undeployed' | 'unplanned'>;
