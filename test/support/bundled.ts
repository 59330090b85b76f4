import { join } from 'node:path';
import { bundleTo } from '../../scripts/bundle.ts';

/** The entries as `npm run build` bundles them, in a folder that ends in `src`: what starts them often pays for loading some hundred sources once. */
export async function bundleInto(dir: string): Promise<void> {
  await bundleTo(join(dir, 'src'), { minify: false, quiet: true });
}
