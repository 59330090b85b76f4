/**
 * Plays recordings in real time through the live reader and the real wait loop, and says of each whether the gate was right.
 * Usage: node test/support/recordings/play-all.ts [filter] [--hubs 12] [--runs]
 *   filter   part of `<version>/<scenario>`, e.g. `v0.3.1/rp-`; default: every recording.
 *   --runs   also those whose target is an update run (without it: placements only).
 *   --hubs N plays that many at the same time (default 12).
 * Reads TRUTH_DIR/recordings (default ../shared). Exit code 1 when one does not match.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describe, playRecording, type Expected } from './embedded-hub-play.ts';
import { RELEASES } from './releases.ts';
import { truthPath } from '../truth.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hubs: { type: 'string', default: '12' }, runs: { type: 'boolean', default: false } },
});
const root = truthPath('recordings');
const names = RELEASES.flatMap((version) => readdirSync(path.join(root, version)).map((scenario) => `${version}/${scenario}`));
const chosen = names.filter((name) => name.includes(positionals[0] ?? '') && (values.runs || isOfPlacements(name)));

const queue = chosen.values();
let matched = 0;
await Promise.all(Array.from({ length: Number(values.hubs) }, work));
process.stdout.write(`${matched} of ${chosen.length} matched\n`);
process.exitCode = matched === chosen.length ? 0 : 1;

async function work(): Promise<void> {
  for (const name of queue) process.stdout.write(`${await playOne(name)}\n`);
}

async function playOne(name: string): Promise<string> {
  try {
    const { expected, report, faults, first, took } = await playRecording(path.join(root, name));
    if (faults.length === 0) matched += 1;
    const wanted = [expected.outcome, ...expected.causes.slice(0, 1).map(describe)].join(' ');
    return `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}  expected: ${wanted}  got: ${report.outcome} ${first}  ${took.toFixed(1)} s${faults.map((fault) => `\n       ${fault}`).join('')}`;
  } catch (error) {
    return `FAIL ${name}  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function isOfPlacements(name: string): boolean {
  const { target } = JSON.parse(readFileSync(path.join(root, name, 'expect.json'), 'utf8')) as Expected;
  return target.every((text) => !/^(Cluster)?StagedUpdateRun\//.test(text));
}
