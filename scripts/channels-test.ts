/**
 * Our files for pre-commit, reviewdog and shells, run by the real programs; Debian's packages and Go install what is missing.
 *   npm run test:channels          everything after `--` goes to vitest
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installChannels } from '../test/channels/tools.ts';

const root = path.resolve(import.meta.dirname, '..');
installChannels(console.log);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.channels.config.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
