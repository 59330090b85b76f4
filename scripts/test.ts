/**
 * `npm test`: the project `fast` of vitest.config.ts. `npm test -- PATH…`: the tests of these files and folders, of any project.
 * Other arguments go to vitest.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const args = process.argv.slice(2);
if (!args.some((arg) => existsSync(arg))) args.push('--project', 'fast');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
