import { join } from 'node:path';
import { rolldown, type OutputAsset, type OutputChunk } from 'rolldown';

/**
 * Writes the entries of the program as CommonJS, which Node starts faster than ES modules, and from which parts can be loaded within a
 * function.
 */
export async function bundleTo(
  dir: string,
  { minify, quiet = false }: { readonly minify: boolean; readonly quiet?: boolean },
): Promise<readonly (OutputChunk | OutputAsset)[]> {
  const build = await rolldown({
    cwd: join(import.meta.dirname, '../..'),
    input: { cli: 'src/cli.ts', action: 'src/action.ts' },
    platform: 'node',
    preserveEntrySignatures: false,
    treeshake: {
      // Importing these has no side effects. Without this entry, importing one function of the toolkit would load an HTTP client (60 ms).
      moduleSideEffects: [{ test: /node_modules[\\/](@actions|undici|tunnel)[\\/]/, sideEffects: false }],
    },
    ...(quiet ? { logLevel: 'silent' } : {}),
  });
  const { output } = await build.write({
    dir,
    format: 'cjs',
    minify,
    chunkFileNames: 'chunks/[name].js',
    banner: (chunk) => (chunk.fileName === 'cli.js' ? '#!/usr/bin/env node' : ''),
  });
  await build.close();
  return output;
}
