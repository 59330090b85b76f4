/** The list of `status` as users see it: recorded hubs of several faults, side by side. `vitest -u` rewrites the files. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusText } from '../../src/cli/status/print-status.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { isTargetKind, type Target } from '../../src/gates/deploy/target.ts';
import { filesReader } from '../../src/gates/hub/dump/files-reader.ts';
import { diagnose } from '../../src/gates/loop/judge-once.ts';
import { byVerdict } from '../../src/report/facts/gate/gated.ts';
import { statusOf } from '../../src/report/facts/gate/status-of.ts';
import type { StatusReport, TargetStatus } from '../../src/report.ts';
import { statusTable } from '../../src/report/text/status-text.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { hubFixture } from '../support/hubs/hub-fixture.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/status');
const HUBS = [
  'apply-quota-exceeded',
  'availability-untrackable',
  'external-run-missing',
  'member-silent',
  'run-waiting-approval',
  'scheduled-too-few-clusters',
  'workload-image-pull',
];
const NOW = '2026-06-01T12:00:00Z';
/** Columns of a wide terminal, of a common one, of a phone (390 px), and fewer than any name needs. */
const WIDTHS = [160, 80, 46, 24];

const status: StatusReport = {
  judgedAt: NOW,
  targets: byVerdict((await Promise.all(HUBS.map(targetsOf))).flat()),
};

test.each(['table', 'wide', 'name', 'json'] as const)('-o %s', async (format) => {
  const io = fakeIo({ cwd: FOLDER });
  const text = statusText(status, format, parseArgv(['status']), io);
  await expect(text).toMatchFileSnapshot(join(FOLDER, format === 'json' ? 'fleet.json' : `fleet.${format}.txt`));
});

test.each(WIDTHS)('a terminal of %i columns', async (width) => {
  const lines = statusTable(status, { wide: false, width, rows: 24 });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(FOLDER, `fleet.${width}.txt`));
});

/** The list of one hub. Its objects get the name of the fault, because most hubs call theirs `shop`; its times end now. */
async function targetsOf(id: string): Promise<readonly TargetStatus[]> {
  const { objects, asked } = hubFixture(id);
  const targets = objects.flatMap(({ kind, metadata: { name, namespace } }): readonly Target[] => {
    if (!isTargetKind(kind)) return [];
    return [namespace === undefined ? { kind, name } : { kind, namespace, name }];
  });
  const gate = await diagnose({ reader: filesReader(objects, asked.hubTime), expectation: expectationOf({ targets }) });
  const shift = Date.parse(NOW) - asked.hubTime.getTime();
  const moved = <T extends { readonly since?: string }>(at: T): T =>
    at.since === undefined ? at : { ...at, since: new Date(Date.parse(at.since) + shift).toISOString() };
  return statusOf(gate).targets.map((target) => ({
    ...moved(target),
    object: { ...target.object, name: `${id}-${target.object.name}` },
    clusters: target.clusters.map(moved),
  }));
}
