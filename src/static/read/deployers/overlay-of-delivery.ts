import path from 'node:path';
import { listAt } from '../../../fleet/json/json.ts';
import { releaseOverlay } from '../../world/hub-world.ts';
import type { Delivery } from './delivery.ts';

/**
 * The name of the overlay that a delivery brings: of its folder, with its files of values. Argo CD's start at the chart, Flux's at the top of the
 * repository. One elsewhere is of no overlay. @param nameOf how reports name a path from the top of the repository
 */
export function overlayOfDelivery(delivery: Pick<Delivery, 'path' | 'changes'>, nameOf: (path: string) => string): string {
  const filesIn = (name: string): readonly string[] => listAt(delivery.changes, name).filter((file) => typeof file === 'string');
  const values = [...filesIn('valueFiles').map((file) => path.posix.join(delivery.path, file)), ...filesIn('valuesFiles')];
  return releaseOverlay(nameOf(delivery.path), values.map(nameOf));
}
