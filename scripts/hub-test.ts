/**
 * The suite on a real API server.
 *   npm run test:hub                       what every CI run does
 *   npm run test:hub -- --all              every recording
 *   npm run test:hub -- --hubs 10          that many API servers at once (default 6)
 *   npm run test:hub -- --only v0.3.1/rp-  recordings whose name holds this text
 * Everything else goes to vitest. With HUB_KUBECONFIG (and MEMBER_KUBECONFIGS) only
 * the live part runs, on that hub: see test/hub/README.md.
 */
import { spawn } from 'node:child_process';
import { hubBinary, RigError } from '../test/hub/rig/build.ts';

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
  const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.hub.config.ts', ...rest], { stdio: 'inherit', env });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
} catch (error) {
  if (!(error instanceof RigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
