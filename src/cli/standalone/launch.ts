/**
 * The first file of the standalone program, which Node runs from within its own executable, in the main thread and in the worker alike. All
 * other files lie in the executable as assets. They are loaded as if they lay in a folder of its path, where no file of anybody can be.
 */
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { getAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

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
createRequire(new URL('launch.js', inside))(isMainThread ? './program.js' : './worker.js');
