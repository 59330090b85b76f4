import { groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { placementsMaybeSending } from '../placing/placements-of-object.ts';
import { hubHolds } from '../world/hub-holds.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import type { Named } from './hindrances.ts';

/** Why it is not certain that an object exists, as the end of a sentence. */
export function becauseOf(need: Named, world: World): string {
  const similar = similarText(need, world);
  if (hubHolds(need, world) === false) return `it is neither in these files nor on the hub${similar}`;
  const placers = placementsMaybeSending(need, world).length > 0 ? '' : ', and none of their placements selects it';
  return `it is not in these files${placers}${similar}`;
}

/** An object of these files that may be meant: of another group, of the other kind that holds configuration, or in another namespace. */
function similarText({ group, kind, namespace, name }: Named, world: World): string {
  const other = CONFIGURATION[`${group}/${kind}`];
  if (other !== undefined && namespace !== undefined && world.find({ group, kind: other, namespace, name }).length > 0)
    return `; there is a ${other} of this name`;
  const ofGroup = world
    .ofKind(kind)
    .find((each) => isNamed(each) && nameOf(each) === name && each.namespace === namespace && groupOf(each.object.apiVersion) !== group);
  if (ofGroup !== undefined)
    return `; there is one of group ${groupText(groupOf(ofGroup.object.apiVersion))}, and not of ${groupText(group)}`;
  const elsewhere = namespace === undefined ? undefined : namesakes(world)(`${group}/${kind} ${name}`).find(isNamed)?.namespace;
  return elsewhere === undefined ? '' : `; there is one in namespace ${elsewhere}`;
}

function groupText(group: string): string {
  return group === '' ? 'core' : group;
}

const CONFIGURATION: Readonly<Record<string, string>> = { '/ConfigMap': 'Secret', '/Secret': 'ConfigMap' };

/** The objects of a kind, given as `group/Kind name`, that have the name or whose name is not known. */
export const namesakes = oncePer((world: World) => {
  const known = new Map<string, readonly Manifest[]>();
  return (key: string): readonly Manifest[] => {
    const [type = '', name = ''] = key.split(' ');
    const kind = type.slice(type.indexOf('/') + 1);
    const found =
      known.get(key) ??
      world
        .ofKind(kind)
        .filter((each) => `${groupOf(each.object.apiVersion)}/${kind}` === type && (nameOf(each) === name || !isNamed(each)));
    known.set(key, found);
    return found;
  };
});
