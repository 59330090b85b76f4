import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateReport } from '../../../src/report.ts';
import { missesOfReport } from '../../support/recordings/play-recording.ts';
import type { Expected } from '../../support/recordings/recording.ts';
import { eventually } from '../suite/eventually.ts';
import { fleetGate, gateOf } from '../suite/fleet-gate.ts';
import { judgement } from '../suite/judgement.ts';
import { kubectl, type LiveFleet } from './fleet.ts';

/** The expected result, as in the `expect.json` of a recording. */
export type LiveExpected = Pick<Expected, 'outcome' | 'exitCode' | 'causes'> & Partial<Expected>;

/** The actions of a story. All objects that it creates contain its name and are deleted at the end. */
export interface Stage {
  /** Name of the namespace, the placement and the run. */
  readonly name: string;
  /** The clusters with a kubeconfig; the first one is the one that the story changes. */
  readonly clusters: readonly string[];
  /** Applies objects to the hub as the deploy, which the gate gets as manifests. */
  deploy(...items: readonly KubeObject[]): Promise<void>;
  /** Applies objects to the hub that exist before the deploy. */
  prepare(...items: readonly KubeObject[]): Promise<void>;
  /** Applies objects to the first cluster. */
  onMember(...items: readonly KubeObject[]): Promise<void>;
  /** Runs kubectl on the first cluster. */
  member(...argv: readonly string[]): Promise<string>;
  /** Runs kubectl on the hub. */
  hub(...argv: readonly string[]): Promise<string>;
  /** Gates the deploy and compares the result. Then it checks the end once, live and from a snapshot; both must agree. */
  gate(expected: LiveExpected): Promise<GateReport>;
}

/** Half a minute instead of five, because failures that end in these stories are repaired by the story itself. */
const CONFIG = 'gate:\n  grace:\n    member: 30s\n    scheduling: 30s\n';

/** Runs a story on a fleet, and deletes what it created in any case. */
export async function withStage(fleet: LiveFleet, story: string, tell: (stage: Stage) => Promise<void>): Promise<void> {
  // The name must not start with `fleet-`: KubeFleet does not propagate such namespaces.
  const name = `gate-live-${story}-${Date.now().toString(36)}`;
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  writeFileSync(path.join(folder, '.fleet-gate.yaml'), CONFIG);
  const made: { readonly kubeconfig: string; readonly file: string }[] = [];
  const apply = async (kubeconfig: string, items: readonly KubeObject[]): Promise<void> => {
    for (const item of items) {
      const file = path.join(folder, `made-${made.length}.json`);
      writeFileSync(file, JSON.stringify(item));
      made.push({ kubeconfig, file });
      await kubectl(kubeconfig, 'apply', '-f', file);
    }
  };
  const first = fleet.members[0]?.kubeconfig ?? '';
  const stage: Stage = {
    name,
    clusters: fleet.members.map(({ cluster }) => cluster),
    deploy: (...items) => {
      writeFileSync(path.join(folder, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      return apply(fleet.hub, items);
    },
    prepare: (...items) => apply(fleet.hub, items),
    onMember: (...items) => apply(first, items),
    member: (...argv) => kubectl(first, ...argv),
    hub: (...argv) => kubectl(fleet.hub, ...argv),
    gate: (expected) => gate(fleet.hub, folder, expected),
  };
  try {
    await tell(stage);
  } finally {
    for (const { kubeconfig, file } of made.toReversed())
      await kubectl(kubeconfig, 'delete', '-f', file, '--ignore-not-found', '--wait=false');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function gate(hub: string, cwd: string, expected: LiveExpected): Promise<GateReport> {
  const how = { cwd, env: process.env };
  const common = ['--manifests', 'deploy.json', ...(expected.flags ?? [])];
  const ended = await fleetGate(['wait', '--kubeconfig', hub, ...common, '--timeout', '5m', '--format', 'json'], how);
  const report = gateOf(ended);
  const whole = { scenario: '', target: [], manifests: [], ...expected };
  expect(missesOfReport(whole, report), `${ended.err}\n${JSON.stringify(report, undefined, 1)}`).toEqual([]);
  expect(ended.code).toBe(expected.exitCode);
  await eventually(async () => {
    // Time passes between the two checks, so a difference may only be temporary and the pair is repeated.
    const live = judgement(gateOf(await fleetGate(['diagnose', '--kubeconfig', hub, ...common, '--format', 'json'], how)));
    const made = await fleetGate(['snapshot', '--kubeconfig', hub, '--manifests', 'deploy.json', '--out', 'snapshot.yaml'], how);
    if (made.code !== 0) return made.err;
    const kept = judgement(gateOf(await fleetGate(['diagnose', '--from', 'snapshot.yaml', ...common, '--format', 'json'], how)));
    return kept === live || `live: ${live}\nfrom the snapshot: ${kept}`;
  });
  return report;
}
