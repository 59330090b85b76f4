import { type Delivery, nameOfDeployer } from '../../../../static/read/deployers/delivery.ts';
import type { ReadResult } from '../../../../static/read/read-result.ts';

/**
 * Finds the deliveries of the tree that are one of the base: of the same deployer, and of the same Application if a set makes several. Those
 * of the same path, if there are any. Later steps of reading copy manifests, so only their names and places show that they are one.
 */
export function deliveriesOf(read: ReadResult, base: ReadResult): (was: Delivery) => readonly Delivery[] {
  const [now, before] = [read, base].map(({ built }) => Map.groupBy(built?.deliveries() ?? [], nameOfDeployer));
  return (was) => {
    const [all = [], had = []] = [now?.get(nameOfDeployer(was)), before?.get(nameOfDeployer(was))];
    const known = new Set(had.map(placeOf));
    const atPlace = all.filter((each) => placeOf(each) === placeOf(was));
    const found = atPlace.length > 0 ? atPlace : all.filter((each) => !known.has(placeOf(each)));
    const ofPath = found.filter(({ path }) => path === was.path);
    return ofPath.length > 0 ? ofPath : found;
  };
}

function placeOf({ manifest: { overlay, file } }: Delivery): string {
  return JSON.stringify([overlay, file]);
}
