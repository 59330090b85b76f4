import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { findFailures } from '../../../src/cli/explain/find-failures.ts';
import { KUBERNETES_WORDS } from '../../../src/cli/explain/kubernetes-words.ts';
import { MESSAGE_PHRASES, RUN_REASONS } from '../../../src/cli/explain/message-phrases.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { listRules } from '../../../src/static/judge/explain.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

async function explain(...argv: string[]): Promise<string> {
  const io = fakeIo({ cwd: '/' });
  await run(['explain', ...argv], io);
  return io.out();
}

describe('explain', () => {
  it('lists every rule and every failure', async () => {
    const text = await explain();
    for (const { id } of [...listRules(), ...FAILURES]) expect(text).toContain(`  ${id} `);
  });

  it('lists by effect and place, within 80 columns', async () => {
    const lines = (await explain()).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const titles = lines.filter((line) => /^(?:Rules|Failures), /.test(line));
    expect(titles).toHaveLength(8);
    // A rule is listed below the title of its effect.
    const at = (start: string): number => lines.findIndex((line) => line.startsWith(start));
    expect(at('Rules, before the deploy: the hub refuses it')).toBeLessThan(at('  immutable-field'));
    expect(at('  immutable-field')).toBeLessThan(at('Rules, before the deploy: the hub accepts it'));
    expect(at('Failures, after the deploy: of an update run')).toBeLessThan(at('  run-stuck'));
    const tables = await explain('--format', 'markdown');
    for (const { id } of [...listRules(), ...FAILURES]) expect(tables).toContain(`| [${id}](${id}.md) |`);
  });

  it('explains both if a rule and a failure have the same id', async () => {
    const text = await explain('run-not-started');
    expect(text).toContain('Effect: ');
    expect(text).toContain('\n1. ');
    expect(JSON.parse(await explain('run-not-started', '--format', 'json'))).toMatchObject({ rule: {}, failure: {} });
  });

  it('writes JSON', async () => {
    expect(JSON.parse(await explain('run-stuck', '--format', 'json'))).toMatchObject({ failure: { id: 'run-stuck' } });
    expect(JSON.parse(await explain('--format', 'json'))).toMatchObject({ rules: expect.any(Array), failures: expect.any(Array) });
  });

  it('writes to files too, and to several places at the same time', async () => {
    const cwd = temporaryFolder();
    const io = fakeIo({ cwd });
    await run(['explain', 'run-stuck', '--format=json=run-stuck.json', '--format', 'text'], io);
    expect(io.out()).toBe(await explain('run-stuck'));
    expect(readFileSync(join(cwd, 'run-stuck.json'), 'utf8')).toBe(await explain('run-stuck', '--format', 'json'));
  });

  it.each([
    ['ImagePullBackOff', 'workload-image-pull'],
    ['crashloopbackoff', 'workload-crash-loop'],
    ['ApplyConflictBetweenPlacements', 'apply-owned-by-other-placement'],
    ['Failed to apply manifest: admission webhook "x" denied the request: no', 'apply-denied-by-policy'],
    ['Warning  BackOff  3m  kubelet  CrashLoopBackOff: restarting failed container', 'workload-crash-loop'],
    ['FAILED: ClusterResourcePlacement/shop on m2: The image cannot be pulled (web)', 'workload-image-pull'],
    ['  Warning  Failed     2m (x4 over 3m)   kubelet  Failed to pull image "x": rpc error: code = NotFound', 'workload-image-pull'],
    ['0/3 nodes are available: 3 Insufficient cpu.', 'workload-unschedulable'],
    ['  Message: could not find all clusters needed as specified by the scheduling policy', 'scheduled-too-few-clusters'],
    ['UpdateRunStuck', 'run-stuck'],
  ])('%s leads to one failure, which is explained', async (text, id) => {
    expect(await explain(...text.split(' '))).toBe(await explain(id));
    expect(JSON.parse(await explain(text, '--format', 'json'))).toMatchObject({ failure: { id } });
  });

  it.each([
    ['WorkNotSynchronizedYet', 'the reason WorkNotSynchronizedYet', 'work-sync-error'],
    ['ManifestApplyFailed', 'the reason ManifestApplyFailed', 'apply-quota-exceeded'],
    ['ClusterResourcePlacementOverridden', 'the condition ClusterResourcePlacementOverridden', 'override-failed'],
    ['Applied', 'the condition Applied', 'apply-quota-exceeded'],
    ['Applied=False', 'this line', 'apply-quota-exceeded'],
    ['  type: Available', 'this line', 'workload-not-available'],
  ])('%s leads to several, which are listed', async (text, as, id) => {
    const shown = await explain(text);
    expect(shown.split('\n')[0]).toMatch(new RegExp(`^\\d+ failures for ${as}$`));
    expect(shown).toContain(`  ${id} `);
    const { rules, failures } = JSON.parse(await explain(text, '--format', 'json')) as { rules: unknown[]; failures: { id: string }[] };
    expect([rules, failures.some((failure) => failure.id === id)]).toEqual([[], true]);
    expect(await explain(text, '--format', 'markdown')).toContain(`[${id}](${id}.md)`);
  });

  it('knows every reason that KubeFleet writes for a failure, and words of Kubernetes lead only to existing failures', () => {
    for (const reason of FAILURES.flatMap(({ when }) => when.flatMap(({ reasons = [] }) => reasons)))
      expect(findFailures(reason, FAILURES)?.failures.length, reason).toBeGreaterThan(0);
    const ids = new Set(FAILURES.map(({ id }) => id));
    const named = [...Object.values(KUBERNETES_WORDS), ...Object.values(RUN_REASONS), ...MESSAGE_PHRASES.map(([, id]) => id)];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(MESSAGE_PHRASES.filter(([phrase]) => phrase !== phrase.toLowerCase())).toEqual([]);
  });

  it.each([
    [['run-stukc'], 'no rule or failure "run-stukc"; did you mean run-stuck?'],
    [['overlapping'], 'no rule or failure "overlapping"; did you mean overlapping-placements?'],
    [['imagepullbackof'], 'no rule or failure "imagepullbackof"; did you mean ImagePullBackOff?'],
    [['a', 'b'], 'no failure has the reason, condition or message "a b" (fleet-gate explain lists all)'],
    [['NoSuchReason'], 'no failure has the reason, condition or message "NoSuchReason"'],
    [['run-stuck', '--format', 'json', '--format', 'text'], '--format: two reports cannot both go to standard output'],
    [['run-stuck', '--format', 'sarif'], '--format must be one of text, json, markdown, not "sarif"'],
  ])('%j is one line', async (argv, message) => {
    await expect(explain(...argv)).rejects.toThrow(message);
  });
});
