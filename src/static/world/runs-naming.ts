import { groupByAll } from '../../fleet/memo/group-by-all.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';

/**
 * The runs that name a placement, in any namespace; then those that may be for any, because their placement is a variable. @param all is
 * indexed once
 */
export function runsNaming(placement: string, all: readonly Manifest[]): readonly Manifest[] {
  const { byPlacement, open } = indexOf(all);
  const named = byPlacement.get(placement) ?? [];
  return open.length === 0 ? named : [...named, ...open];
}

const indexOf = oncePer((all: readonly Manifest[]) => {
  const isKnown = (run: Manifest): boolean => isResolved(run, '/spec/placementName', '/metadata/namespace');
  const { known = [], open = [] } = Object.groupBy(all, (run) => (isKnown(run) ? 'known' : 'open'));
  return { byPlacement: groupByAll(known, ({ object }) => [stringAt(object, 'spec', 'placementName') ?? '']), open };
});
