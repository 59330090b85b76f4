import { join } from 'node:path';
import { bundleTo } from '../../../scripts/build/bundle.ts';

/**
 * Bundles the entries as `npm run build` does into a folder whose name ends in `src`. A test that starts the program often then loads one
 * bundle, not some hundred sources each time.
 */
export async function bundleInto(dir: string): Promise<void> {
  await bundleTo(join(dir, 'src'), { minify: false, quiet: true });
}
