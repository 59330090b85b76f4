import { groupByAll } from '../../fleet/memo/group-by-all.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import { couldBeNamed, nameOf } from './placements.ts';
import { isResolved } from './resolved.ts';

/** The manifests that may have a name on the hub; first those that have it as written. @param all is indexed once */
export function manifestsNamed(name: string, all: readonly Manifest[]): readonly Manifest[] {
  const { byName, open } = indexOf(all);
  const found = byName.get(name) ?? [];
  return open.length === 0 ? found : [...found, ...open.filter((manifest) => couldBeNamed(manifest, name))];
}

const indexOf = oncePer((all: readonly Manifest[]) => {
  const { known = [], open = [] } = Object.groupBy(all, (manifest) => (isResolved(manifest, '/metadata/name') ? 'known' : 'open'));
  return { byName: groupByAll(known, (manifest) => [nameOf(manifest)]), open };
});
