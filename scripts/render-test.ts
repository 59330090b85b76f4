/**
 * Kustomizations and charts with the real kustomize and helm, which are installed where Go is; kubectl is used if it is installed.
 *   npm run test:render            everything after `--` goes to vitest
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installTools } from '../test/render/tools.ts';

const root = path.resolve(import.meta.dirname, '..');
await installTools(console.log);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.render.config.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
