/**
 * `npm run reliability`: runs every suite of docs/reliability.md in full and stores their figures; `-- NAME…` runs only those.
 * Suites that need a real API server are in `test/hub/` and run with RELIABILITY=all (`npm run test:all -- --project hub`).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const suites = process.argv.slice(2).map((name) => (name.startsWith('-') ? name : `test/reliability/${name}.test.ts`));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', ...(suites.length > 0 ? suites : ['test/reliability'])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, RELIABILITY: 'all' },
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
