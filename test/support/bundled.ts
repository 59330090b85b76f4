import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');

/** The entries as `npm run build` bundles them, in a folder that ends in `src`: what starts them often pays for loading some hundred sources once. */
export async function bundleInto(dir: string): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: { cli: 'src/cli.ts', action: 'src/action.ts', worker: 'src/cli/apart/worker.ts' },
    platform: 'node',
    logLevel: 'silent',
  });
  await build.write({ dir: join(dir, 'src'), format: 'esm', chunkFileNames: 'chunks/[name].js', banner: '' });
  await build.close();
}
