/** The output of a waiting gate, on a terminal and in a log. The test advances the time. */
import { describe, expect, test } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { showProgress } from '../../../src/cli/hub/progress.ts';
import type { Target } from '../../../src/gates/deploy/target.ts';
import type { Progress } from '../../../src/gates/loop/progress.ts';
import { EMPTY_MEMORY } from '../../../src/gates/memory.ts';
import type { GatedPlacement, TimelineEntry } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { fakeScreen, type FakeScreen } from '../../support/process/fake-screen.ts';
import { HOSTILE_STRINGS } from '../../support/texts/hostile-strings.ts';
import { commandsIn } from '../../support/oracles/runner-commands.ts';

const object = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const at = new Date('2026-03-04T01:11:26Z');
const placement: GatedPlacement = {
  object,
  verdict: 'waiting',
  summary: 'oslo: Work shop-work is not available yet',
  freshness: 'proven',
  clusters: [
    { name: 'oslo', verdict: 'waiting', stage: 'Available' },
    { name: 'rome', verdict: 'passed', stage: 'Available' },
  ],
  diagnoses: [],
};
const TARGET: Target = { kind: 'ClusterResourcePlacement', name: 'shop' };

function seen(gated: Partial<GatedPlacement> = {}, changes: readonly TimelineEntry[] = []): Progress {
  const shown = { ...placement, ...gated };
  const state: Progress['state'] = {
    at: at.toISOString(),
    outcome: 'waiting',
    complete: false,
    placements: [shown],
    runs: [],
    unplaced: [],
    unjudged: [],
    idleOverrides: [],
    removals: [],
    running: [],
    awaiting: shown.summary,
    memory: EMPTY_MEMORY,
  };
  return { at, state, changes, awaiting: `ClusterResourcePlacement shop: ${shown.summary}` };
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly screen?: FakeScreen;
  readonly targets?: readonly Target[];
  readonly argv?: readonly string[];
}

interface Shown {
  readonly progress: ReturnType<typeof showProgress>;
  readonly pass: (seconds: number) => void;
  readonly log: () => readonly string[];
  readonly abort: () => void;
  /** Whether something still ticks. */
  readonly isTicking: () => boolean;
}

function show({ env = {}, screen, targets = [TARGET], argv = ['wait', 'crp/shop'] }: Setting = {}): Shown {
  let now = 0;
  let tick: (() => void) | undefined;
  const cancel = new AbortController();
  const clock = { now: () => now, sleep: () => Promise.reject(new Error('nothing here sleeps')) };
  const io = fakeIo({ cwd: '/', env, clock, signal: cancel.signal, now: at });
  const progress = showProgress(parseArgv(argv), screen === undefined ? io : { ...io, stderr: screen }, {
    targets,
    timeout: 900_000,
    every: (_, call) => {
      tick = call;
      return () => (tick = undefined);
    },
  });
  return {
    progress,
    pass: (seconds) => {
      for (let second = 0; second < seconds; second++) {
        now += 1000;
        tick?.();
      }
    },
    log: () => io.err().split('\n').slice(0, -1),
    abort: () => cancel.abort(),
    isTicking: () => tick !== undefined,
  };
}

const FIRST =
  '01:11:26  waiting for 0s of 15m00s: ClusterResourcePlacement shop: oslo: Work shop-work is not available yet; awaited from the member agent of oslo';

describe('a log', () => {
  test('has a line for each change, and after 30 s without one what is awaited and who must act', () => {
    const { progress, pass, log } = show();
    const change = { at: at.toISOString(), object, cluster: 'rome', stage: 'Available', to: 'passed' };
    progress.update(seen());
    pass(29);
    expect(log()).toEqual([FIRST]);
    progress.update(seen({}, [change]));
    expect(log().slice(1)).toEqual(['01:11:26  ClusterResourcePlacement/shop rome: available']);
    pass(29);
    expect(log()).toHaveLength(2);
    pass(1);
    expect(log().slice(2)).toEqual([FIRST.replace('01:11:26', '01:11:56').replace('0s of', '59s of')]);
    pass(29);
    expect(log()).toHaveLength(3);
    pass(1);
    expect(log()).toHaveLength(4);
    progress.end();
    expect(log()).toHaveLength(4);
  });

  test('has no further line after the end, for any kind of end', () => {
    for (const how of ['end', 'abort'] as const) {
      const { progress, pass, log, abort, isTicking } = show();
      progress.update(seen());
      if (how === 'end') progress.end();
      else abort();
      expect(isTicking()).toBe(false);
      progress.update(seen({ summary: 'new' }, [{ at: at.toISOString(), object, stage: 'x', to: 'failed' }]));
      progress.unserved('new', 1000);
      pass(100);
      progress.end();
      expect(log()).toEqual([FIRST]);
    }
  });

  test('is empty if no progress is requested', () => {
    const { progress, pass, log } = show({ argv: ['wait', 'crp/shop', '--quiet'], env: { GITHUB_ACTIONS: 'true' } });
    progress.update(seen());
    pass(60);
    progress.end();
    expect(log()).toEqual([]);
  });
});

describe('a group of a log', () => {
  const PIPELINES = [
    ['GitHub', { GITHUB_ACTIONS: 'true' }, '::group::Waiting for ClusterResourcePlacement/shop', '::endgroup::'],
    ['Azure Pipelines', { TF_BUILD: 'True' }, '##[group]Waiting for ClusterResourcePlacement/shop', '##[endgroup]'],
    [
      'GitLab',
      { GITLAB_CI: 'true' },
      '\u001B[0Ksection_start:1772586686:fleet_gate_wait\r\u001B[0KWaiting for ClusterResourcePlacement/shop',
      '\u001B[0Ksection_end:1772586686:fleet_gate_wait\r\u001B[0K',
    ],
  ] as const;

  test.each(PIPELINES)('%s folds the progress away, once', (_, env, open, close) => {
    const { progress, pass, log } = show({ env });
    progress.update(seen());
    pass(60);
    progress.end();
    progress.end();
    expect(log()).toHaveLength(5);
    expect([log()[0], log().at(-1)]).toEqual([open, close]);
  });

  test.each(PIPELINES)('%s has it closed after a cancel, before any other line', (_, env, __, close) => {
    const { progress, log, abort } = show({ env });
    progress.update(seen());
    abort();
    expect(log().at(-1)).toBe(close);
    progress.end();
    expect(log()).toHaveLength(3);
  });

  test('does not exist without lines, in other runners, or on a terminal', () => {
    const early = show({ env: { GITHUB_ACTIONS: 'true' } });
    early.progress.end();
    expect(early.log()).toEqual([]);
    const elsewhere = show();
    elsewhere.progress.update(seen());
    elsewhere.progress.end();
    expect(elsewhere.log()).toEqual([FIRST]);
    const screen = fakeScreen(80, 24);
    const terminal = show({ env: { GITHUB_ACTIONS: 'true' }, screen });
    terminal.progress.update(seen());
    expect(screen.lines().join('\n')).not.toContain('::');
    terminal.progress.end();
  });

  test('names the first targets and counts the others', () => {
    const targets = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...TARGET, name }));
    const { progress, log } = show({ env: { GITHUB_ACTIONS: 'true' }, targets });
    progress.unserved('the hub does not serve it', 30_000);
    expect(log()).toEqual([
      '::group::Waiting for ClusterResourcePlacement/a, ClusterResourcePlacement/b, ClusterResourcePlacement/c and 2 more',
      'waiting up to 30s: the hub does not serve it',
    ]);
    progress.end();
  });

  test('cannot be opened or closed by a text of a hub', () => {
    const texts = [...HOSTILE_STRINGS, '::endgroup::', '##[endgroup]', '##[group]x', 'x\n::endgroup::\n::group::y', '%0A::endgroup::'];
    for (const env of [{ GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }]) {
      for (const text of texts) {
        const { progress, pass, log } = show({ env, targets: [{ ...TARGET, name: text }] });
        const hostile = { ...object, name: text };
        const changes = [{ at: at.toISOString(), object: hostile, cluster: text, stage: text, to: text }];
        progress.update(seen({ object: hostile, summary: text, clusters: [{ name: text, verdict: 'waiting', stage: text }] }, changes));
        pass(40);
        progress.end();
        expect(
          commandsIn(log().join('\n')).map(({ name }) => name),
          JSON.stringify(text),
        ).toEqual(['group', 'endgroup']);
      }
    }
  });
});

describe('a terminal', () => {
  test('shows one frame at a time, and nothing once it is over', () => {
    const screen = fakeScreen(80, 24);
    screen.write('$ fleet-gate wait\n');
    const { progress, pass } = show({ screen });
    progress.update(seen());
    pass(3);
    expect(screen.lines()).toEqual([
      '$ fleet-gate wait',
      'waiting for 3s of 15m00s',
      '1 placement: 1 waiting · 2 clusters: 1 becoming available, 1 available',
      'waiting      [#####.....] 1/2 clusters  ClusterResourcePlacement/shop',
      '  oslo: Work shop-work is not available yet',
      '  oslo: becoming available',
      'awaited from the member agent of oslo',
    ]);
    progress.end();
    expect(screen.lines()).toEqual(['$ fleet-gate wait']);
  });

  test('counts down the time of a probable cause', () => {
    const screen = fakeScreen(120, 24);
    const { progress, pass } = show({ screen });
    const suspect = {
      id: 'x',
      title: 'The image cannot be pulled',
      outcome: 'suspect',
      cluster: 'oslo',
      countsAt: '2026-03-04T01:12:26Z',
    } as const;
    progress.update(seen({ diagnoses: [{ ...suspect, evidence: [], explain: '', remedy: [], docs: '' }] }));
    const line = (): string => screen.lines().find((each) => each.includes('probable cause')) ?? '';
    expect(line()).toContain('becomes a failure in 1m00s');
    pass(20);
    expect(line()).toContain('becomes a failure in 40s');
    progress.end();
  });

  test.each([
    [80, 33],
    [33, 80],
    [120, 11],
  ])('that goes from %d to %d columns keeps nothing of the frame before', (before, after) => {
    const screen = fakeScreen(before, 24);
    screen.write('$ fleet-gate wait\n');
    const { progress, pass } = show({ screen });
    progress.update(seen());
    screen.columns = after;
    pass(1);
    expect(screen.lines().filter((line) => line.startsWith('waiting f'))).toHaveLength(1);
    expect(screen.lines().every((line, index) => index === 0 || line.length < after)).toBe(true);
    progress.end();
    expect(screen.lines()).toEqual(['$ fleet-gate wait']);
  });

  test('that has few rows shows no more than fit', () => {
    const screen = fakeScreen(80, 4);
    const { progress } = show({ screen });
    progress.update(seen());
    expect(screen.lines().length).toBeLessThan(4);
    progress.end();
    expect(screen.lines()).toEqual([]);
  });

  test('keeps other lines that are printed in between', () => {
    const screen = fakeScreen(80, 24);
    const { progress } = show({ screen });
    progress.update(seen());
    progress.clear();
    screen.write('note: the hub is asked again and again\n');
    progress.update(seen());
    progress.unserved('the hub is new', 2000);
    progress.update(seen());
    progress.end();
    expect(screen.lines()).toEqual(['note: the hub is asked again and again', 'waiting up to 2s: the hub is new']);
  });
});
