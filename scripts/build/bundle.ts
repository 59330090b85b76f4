import { join } from 'node:path';
import { rolldown, type ChunkingContext, type CodeSplittingNameFunction, type OutputAsset, type OutputChunk, type Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Writes the entries of the program as CommonJS, which Node starts faster than ES modules, and from which parts can be loaded within a
 * function.
 */
export async function bundleTo(
  dir: string,
  { minify, quiet = false }: { readonly minify: boolean; readonly quiet?: boolean },
): Promise<readonly (OutputChunk | OutputAsset)[]> {
  const build = await rolldown({
    cwd: ROOT,
    input: { cli: 'src/cli.ts', action: 'src/action.ts' },
    platform: 'node',
    preserveEntrySignatures: false,
    treeshake: {
      // Importing these has no side effects. Without this entry, importing one function of the toolkit would load an HTTP client (60 ms).
      moduleSideEffects: [{ test: /node_modules[\\/](@actions|undici|tunnel)[\\/]/, sideEffects: false }],
    },
    plugins: [WITHOUT_AJV],
    ...(quiet ? { logLevel: 'silent' } : {}),
  });
  const { output } = await build.write({
    dir,
    format: 'cjs',
    minify,
    // A part of Node is required at once. Importing it would start Node's loader of ES modules first (10 ms).
    dynamicImportInCjs: false,
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { groups: [{ name: alwaysLoaded(), debugName: 'always loaded' }], includeDependenciesRecursively: false },
    banner: (chunk) => (chunk.fileName === 'cli.js' ? '#!/usr/bin/env node' : ''),
  });
  await build.close();
  return output;
}

/**
 * The toolkit of MCP has a copy of ajv, with which a server validates what it asks a client for. The tools of fleet-gate ask for nothing, and
 * validate their input with zod.
 */
const WITHOUT_AJV: Plugin = {
  name: 'without-ajv',
  load: {
    filter: { id: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ },
    handler: () => `export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}`,
  },
};

/** The parts of the program that are one file each, in the order in which they are loaded. */
const FILES = [
  // Enables Node's cache of compiled code, which serves only what is loaded afterwards.
  ['compile-cache', 'src/cli/process/compile-cache.ts'],
  ['main', 'src/cli/main.ts'],
  ['lint', 'src/cli/commands/lint.ts'],
] as const;

/**
 * Puts the modules that a part always loads into its file, also if other commands need only some of them. The bundler would make a hundred
 * files of them, by the commands that use them, and opening those takes longer than reading what is not needed.
 */
function alwaysLoaded(): CodeSplittingNameFunction {
  const modulesOf = new Map<string, ReadonlySet<string>>();
  return (id, context) => {
    for (const [name, module] of FILES) {
      const modules = modulesOf.get(name) ?? importedBy(join(ROOT, module), context);
      modulesOf.set(name, modules);
      if (modules.has(id)) return name;
    }
    return undefined;
  };
}

/**
 * The module and what it imports, directly or through others, but for modules that are loaded when they are needed.
 * @throws {Error} there is no such module
 */
function importedBy(id: string, context: ChunkingContext): ReadonlySet<string> {
  const modules = new Set([id]);
  // A set also visits the members that are added during the loop.
  for (const module of modules) {
    const info = context.getModuleInfo(module);
    if (info === null) throw new Error(`${module} is not part of the program`);
    for (const imported of info.importedIds) modules.add(imported);
  }
  return modules;
}
