import { expect, test } from 'vitest';
import { stringAt } from '../../../src/fleet/json/json.ts';
import { CLUSTER_GROUP } from '../../../src/fleet/kubefleet/kinds.ts';
import type { HubTime } from '../../../src/demo/hub/hub-time.ts';
import { ObjectStore } from '../../../src/demo/hub/object-store.ts';
import { play, type StoryEvent } from '../../../src/demo/hub/player.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { shiftTimes } from '../../../src/demo/hub/shift-times.ts';
import { configMap } from '../../support/hubs/embedded-hub-client.ts';

const HOUR = 3_600_000;
const RECORDED = Date.UTC(2026, 0, 1, 12);
const at = (seconds: number): string => new Date(RECORDED + seconds * 1000).toISOString();

/** Hub time that jumps to the end of each sleep, and stops for good at `last`. */
function jumpingTime(start: number, last: number): HubTime & { readonly slept: readonly number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: (ms, signal) => {
      if (now + ms > last) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      now += ms;
      slept.push(ms);
      return Promise.resolve();
    },
  };
}

function member(name: string, heartbeat: number): StoryEvent {
  return {
    t: at(heartbeat),
    type: 'MODIFIED',
    object: {
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'MemberCluster',
      metadata: { name },
      spec: { heartbeatPeriodSeconds: 5 },
      status: { agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat: at(heartbeat) }] },
    },
  };
}

test('objects before the last mark exist at once, and the others come at their pace with times moved to now', async () => {
  const store = new ObjectStore(SERVED_TYPES);
  const start = RECORDED + HOUR + 250;
  const time = jumpingTime(start, start + 100_000);
  const marks: string[] = [];
  const story: StoryEvent[] = [
    { t: at(0), type: 'ADDED', object: configMap('ns', 'a', {}, { made: at(0) }) },
    { t: at(1), type: 'MARK', note: 'deploy' },
    { t: at(5), type: 'ADDED', object: configMap('ns', 'gone') },
    { t: at(10), type: 'MARK', note: 'deploy' },
    { t: at(11), type: 'MODIFIED', object: configMap('ns', 'a', {}, { made: at(11) }) },
    { t: at(12.5), type: 'DELETED', object: configMap('ns', 'gone') },
    { t: at(13), type: 'MARK', note: 'over' },
  ];
  const { done } = play(store, story, time, new AbortController().signal, { onMark: (note) => marks.push(note) });
  const held = (name: string): unknown => store.find('', 'ConfigMap', 'ns', name);
  expect(stringAt(held('a'), 'data', 'made')).toBe(new Date(RECORDED + HOUR - 10_000).toISOString());
  expect(held('gone')).toBeDefined();
  await done;
  expect(stringAt(held('a'), 'data', 'made')).toBe(new Date(RECORDED + HOUR + 1000).toISOString());
  expect(held('gone')).toBeUndefined();
  expect(time.slept).toEqual([1000, 1500, 500]);
  expect(marks).toEqual(['over']);
});

test('a mark stops the story and its times until its action is done', async () => {
  const store = new ObjectStore(SERVED_TYPES);
  const start = RECORDED + HOUR;
  const time = jumpingTime(start, start + 100_000);
  const story: StoryEvent[] = [
    { t: at(0), type: 'MARK', note: 'deploy' },
    { t: at(1), type: 'MARK', note: 'look' },
    { t: at(3), type: 'ADDED', object: configMap('ns', 'a', {}, { made: at(3) }) },
  ];
  const seen = (): Promise<void> => time.sleep(60_000, new AbortController().signal);
  await play(store, story, time, new AbortController().signal, { onMark: seen }).done;
  expect(time.slept).toEqual([1000, 60_000, 2000]);
  expect(stringAt(store.find('', 'ConfigMap', 'ns', 'a'), 'data', 'made')).toBe(new Date(start + 63_000).toISOString());
});

test('a faster play shortens the waits and the times after the mark', async () => {
  const store = new ObjectStore(SERVED_TYPES);
  const time = jumpingTime(RECORDED + HOUR, RECORDED + HOUR + 100_000);
  const story: StoryEvent[] = [
    { t: at(0), type: 'MARK', note: 'go' },
    { t: at(40), type: 'ADDED', object: configMap('ns', 'a', {}, { made: at(40) }) },
  ];
  await play(store, story, time, new AbortController().signal, { from: 'go', speed: 10 }).done;
  expect(time.slept).toEqual([4000]);
  expect(stringAt(store.find('', 'ConfigMap', 'ns', 'a'), 'data', 'made')).toBe(new Date(RECORDED + HOUR + 4000).toISOString());
});

test('members that are alive at the end keep sending heartbeats, silent and deleted ones do not', async () => {
  const store = new ObjectStore(SERVED_TYPES);
  const start = RECORDED + HOUR;
  const time = jumpingTime(start, start + 600_000);
  const stop = new AbortController();
  const left = member('left', 50);
  const story: StoryEvent[] = [
    member('silent', 0),
    { t: at(1), type: 'MARK', note: 'deploy' },
    left,
    { ...left, t: at(58), type: 'DELETED' } as StoryEvent,
    member('alive', 59),
    { t: at(60), type: 'MARK', note: 'end' },
  ];
  const { done } = play(store, story, time, stop.signal);
  await done;
  while (time.slept.length < 100) await Promise.resolve();
  const heartbeat = (name: string): number =>
    Date.parse(
      stringAt(store.find(CLUSTER_GROUP, 'MemberCluster', undefined, name), 'status', 'agentStatus', 0, 'lastReceivedHeartbeat') ?? '',
    );
  expect(time.now() - heartbeat('alive')).toBeLessThanOrEqual(6000);
  expect(heartbeat('silent')).toBe(start - 1000);
  expect(store.find(CLUSTER_GROUP, 'MemberCluster', undefined, 'left')).toBeUndefined();
  stop.abort();
});

test('a stopped play writes nothing more', async () => {
  const store = new ObjectStore(SERVED_TYPES);
  const story: StoryEvent[] = [
    { t: at(0), type: 'MARK', note: 'deploy' },
    { t: at(30), type: 'ADDED', object: configMap('ns', 'late') },
  ];
  const playing = play(store, story, jumpingTime(RECORDED, RECORDED), new AbortController().signal);
  playing.stop();
  await playing.done;
  expect(store.find('', 'ConfigMap', 'ns', 'late')).toBeUndefined();
});

test('times are moved at every place, by whole seconds, and keep their number of digits', () => {
  const shift = { from: RECORDED, to: RECORDED + HOUR + 999, speed: 1 };
  expect(
    shiftTimes(
      {
        'at 2026-01-01T12:00:00Z': '2026-01-01T12:00:00Z',
        micro: ['2026-01-01T12:00:00.123456Z'],
        zone: '2026-01-01T14:00:00+02:00',
        text: 'since 2026-01-01T11:59:59Z, index 2026-01-01',
        number: 7,
        nothing: null,
      },
      shift,
    ),
  ).toEqual({
    'at 2026-01-01T12:00:00Z': '2026-01-01T13:00:00Z',
    micro: ['2026-01-01T13:00:00.123456Z'],
    zone: '2026-01-01T13:00:00Z',
    text: 'since 2026-01-01T12:59:59Z, index 2026-01-01',
    number: 7,
    nothing: null,
  });
});
