/**
 * The first file of the standalone program, which Node runs from within its own executable. All other files are assets of the executable.
 * They are loaded as if the executable's path were a folder, which a user's files cannot be in.
 */
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { getAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';

const inside = pathToFileURL(process.execPath + path.sep).href;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (!parentURL.startsWith(inside) || !specifier.startsWith('.')) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'commonjs', shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(inside)) return next(url, context);
    return { source: getAsset(url.slice(inside.length), 'utf8'), format: 'commonjs', shortCircuit: true };
  },
});
createRequire(new URL('launch.js', inside))('./program.js');
