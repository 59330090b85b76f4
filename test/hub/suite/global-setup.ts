import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { RELEASES } from '../../support/recordings/releases.ts';
import { truthPath } from '../../support/truth.ts';
import { CACHE } from '../rig/build.ts';
import { readCrds } from '../rig/crds.ts';
import type { HubAddress } from '../rig/hub.ts';
import { startRig, type Rig, type Site } from '../rig/rig.ts';
import { isAlive, tail } from '../rig/role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: Site;
    hubs: readonly HubAddress[];
  }
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

let rig: Rig | undefined;
let stopping = false;

/** Starts the API servers that all test files share, half of them with the CRDs of each version. */
export async function setup(project: TestProject): Promise<void> {
  process.env['FLEET_GATE_CLI'] ??= entry();
  // Tests on a hub of the user's choice do not need the rig.
  if (process.env['HUB_KUBECONFIG'] !== undefined) return;
  sayWhatIsMissing();
  rig = await startRig(ownFolder(), (line) => process.stdout.write(`${line}\n`));
  try {
    const versions = RELEASES.filter((version) => readCrds(version).length > 0);
    const count = Math.max(versions.length, Number(process.env['HUB_COUNT'] ?? 6));
    const options = Array.from({ length: versions.length === 0 ? 1 : count }, (_, index) => {
      const version = versions[index % versions.length] ?? '';
      return { name: `${version === '' ? 'bare' : version}-${index + 1}`, version };
    });
    const { start } = rig;
    const started = [];
    // Two at a time: more would only slow each other down.
    for (let index = 0; index < options.length; index += 2)
      started.push(...(await Promise.all(options.slice(index, index + 2).map((option) => start(option)))));
    for (const { hub, role } of started) {
      void role.ended.then(() => {
        // Tests that wait for this hub read this file and fail with the log.
        if (!stopping) writeFileSync(path.join(hub.folder, 'ended'), tail(hub.log));
        return undefined;
      });
    }
    project.provide('site', rig.site);
    project.provide(
      'hubs',
      started.map(({ hub: { api: _api, log: _log, ...address } }) => address),
    );
  } catch (error) {
    await rig.stop();
    throw error;
  }
}

/** The program that users get, unless its sources now build another one. */
function entry(): string {
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.ts'), '--check'], { cwd: ROOT });
  if (status === 0) return 'dist/cli.js';
  process.stdout.write('dist/ is not what the sources build: src/cli.ts is tested instead\n');
  return 'src/cli.ts';
}

function sayWhatIsMissing(): void {
  for (const folder of ['crds', 'recordings', 'oracle/admission'])
    if (!existsSync(truthPath(folder))) process.stdout.write(`there is no ${truthPath(folder)}: the tests that need it are skipped\n`);
}

/** A folder for the logs of this run, which is kept until the next one. Logs of a run that still goes on are kept. */
function ownFolder(): string {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const pid = /^test-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(CACHE, name), { recursive: true, force: true });
  }
  return path.join(CACHE, `test-${process.pid}`);
}

export async function teardown(): Promise<void> {
  stopping = true;
  await rig?.stop();
}
