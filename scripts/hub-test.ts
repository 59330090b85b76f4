/**
 * The suite on a real API server.
 *   npm run test:hub                       what every CI run does
 *   npm run test:hub -- --all              every recording
 *   npm run test:hub -- --hubs 10          that many API servers at once (default 6)
 *   npm run test:hub -- --only v0.3.1/rp-  recordings whose name holds this text
 * Everything else goes to vitest. With HUB_KUBECONFIG (and MEMBER_KUBECONFIGS) only
 * the live part runs, on that hub: see test/hub/README.md.
 *
 * What is tested is dist/cli.js, or src/cli.ts where dist/ is older than the sources.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { hubBinary, RigError } from '../test/hub/rig/build.ts';
import { truthPath } from '../test/support/truth.ts';

const root = path.resolve(import.meta.dirname, '..');
const rest: string[] = [];
const env: Record<string, string | undefined> = { ...process.env };
const argv = process.argv.slice(2).values();
for (const argument of argv) {
  if (argument === '--all') env['HUB_ALL'] = '1';
  else if (argument === '--hubs') env['HUB_COUNT'] = argv.next().value;
  else if (argument === '--only') env['HUB_ONLY'] = argv.next().value;
  else rest.push(argument);
}
try {
  if (env['HUB_KUBECONFIG'] === undefined) await hubBinary(console.log);
  else rest.push('test/hub/any-hub');
  env['FLEET_GATE_CLI'] ??= entry();
  sayWhatIsMissing();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.hub.config.ts', ...rest], { cwd: root, stdio: 'inherit', env });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
} catch (error) {
  if (!(error instanceof RigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** What users get, unless it is not what the sources build. */
function entry(): string {
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts'), '--check'], { cwd: root });
  if (status === 0) return 'dist/cli.js';
  console.log('dist/ is not what the sources build: src/cli.ts is tested instead');
  return 'src/cli.ts';
}

function sayWhatIsMissing(): void {
  if (env['HUB_KUBECONFIG'] !== undefined) return;
  for (const folder of ['crds', 'recordings', 'oracle/admission'])
    if (!existsSync(truthPath(folder))) console.log(`${truthPath(folder)} is not there: what needs it is skipped`);
}
