/** If a run is cancelled while a report is written, the report is still complete, and the exit code is the decided one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FLEET_NOW, largeFleet, placementName } from '../support/fleets/large-fleet.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const CLI = join(import.meta.dirname, '../../src/cli.ts');

test('a signal during a report that is not read yet does not cut it', async () => {
  const file = join(temporaryFolder(), 'hub.yaml');
  const documents = [...largeFleet({ placements: 24, clusters: 100 })].map((object) => JSON.stringify(object));
  writeFileSync(file, documents.join('\n---\n'));
  const targets = Array.from({ length: 24 }, (_, index) => `crp/${placementName(index)}`);
  const argv = ['diagnose', ...targets, '--from', file, '--now', FLEET_NOW.toISOString(), '--format', 'json'];
  const child = spawn(process.execPath, [CLI, ...argv], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  // Some of it is there, and the pipe has no room for the rest.
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  await setTimeout(300);
  expect(child.exitCode).toBeNull();
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  expect(await exited).toEqual([0, null]);
  expect(text.length).toBeGreaterThan(400_000);
  expect(JSON.parse(text)).toMatchObject({ outcome: 'passed', exitCode: 0 });
});
