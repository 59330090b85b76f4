import { describe, expect, it } from 'vitest';
import { parsedConfig } from '../../src/cli/settings/config-file.ts';
import { rolloutWindows } from '../../src/cli/settings/rollout-windows.ts';
import { closedAt, type PlannedRollout, unknownClustersOf, windowsFor } from '../../src/ready/windows.ts';
import { memberObject } from '../schedule/fleets.ts';

const ROLLOUT: PlannedRollout = {
  placement: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' },
  clusters: ['east', 'west'],
  members: new Map([
    ['east', memberObject('east', { labels: { env: 'prod' } })],
    ['west', memberObject('west', { labels: { env: 'staging' } })],
  ]),
};

function windows(text: string): ReturnType<typeof rolloutWindows> {
  return rolloutWindows(parsedConfig(`windows:\n${text}`, { path: '/repo/.fleet-gate.yaml', file: '.fleet-gate.yaml' }));
}

/** `open`, or by what it is closed and until when. */
function at(time: string, text: string, rollout = ROLLOUT): string {
  const closed = closedAt(Date.parse(time), rollout, windows(text));
  if (closed === undefined) return 'open';
  const until = closed.until === undefined ? 'never' : new Date(closed.until).toISOString().slice(0, 16);
  return `${closed.by} ${closed.windows.map(({ name }) => name).join()} until ${until}`;
}

const NOON = '2026-06-01T12:00:00Z';
const NIGHTS = '- { name: nights, kind: allow, schedule: 0 20 * * *, duration: 8h, timeZone: Europe/Berlin }';
const FREEZE =
  '- { name: freeze, kind: deny, start: "2026-12-23T00:00", end: "2027-01-02T00:00", timeZone: Europe/Berlin, reason: holidays }';

describe('windows', () => {
  it('without one a rollout may start', () => {
    expect(closedAt(0, ROLLOUT, [])).toBeUndefined();
  });

  it('an allow window is open from its start until just before its end', () => {
    expect(at('2026-06-01T18:00:00Z', NIGHTS)).toBe('open');
    expect(at('2026-06-02T01:59:59Z', NIGHTS)).toBe('open');
    expect(at('2026-06-02T02:00:00Z', NIGHTS)).toBe('notAllowed nights until 2026-06-02T18:00');
    expect(at('2026-06-01T17:59:59Z', NIGHTS)).toBe('notAllowed nights until 2026-06-01T18:00');
  });

  it('one of several allow windows is enough', () => {
    const both = `${NIGHTS}\n- { name: noon, kind: allow, schedule: 0 12 * * *, duration: 1h }`;
    expect(at('2026-06-01T12:30:00Z', both)).toBe('open');
    expect(at('2026-06-01T13:30:00Z', both)).toBe('notAllowed nights,noon until 2026-06-01T18:00');
  });

  it('a deny window wins, and the next opening is after it and in an allow window', () => {
    expect(at('2026-12-24T21:00:00Z', `${NIGHTS}\n${FREEZE}`)).toBe('denied freeze until 2027-01-01T23:00');
    expect(at('2026-12-24T10:00:00Z', `${FREEZE}\n- { name: noon, kind: allow, schedule: 0 12 * * *, duration: 1h }`)).toBe(
      'denied freeze until 2027-01-02T12:00',
    );
  });

  it('no opening is named if there is none', () => {
    expect(at('2026-06-01T00:00:00Z', '- { name: all, kind: deny, schedule: 0 0 * * *, duration: 24h }')).toBe('denied all until never');
    expect(at('2026-06-01T00:00:00Z', '- { name: past, kind: allow, start: "2025-01-01T00:00", end: "2025-01-02T00:00" }')).toBe(
      'notAllowed past until never',
    );
  });

  it('a window for a cluster is about rollouts to it, by name or by labels', () => {
    const deny = (clusters: string): string => `- { name: d, kind: deny, schedule: 0 0 * * *, duration: 24h, clusters: ${clusters} }`;
    expect(at('2026-06-01T00:00:00Z', deny('west'))).toMatch(/^denied d/);
    expect(at('2026-06-01T00:00:00Z', deny('env=prod'))).toMatch(/^denied d/);
    expect(at('2026-06-01T00:00:00Z', deny('north'))).toBe('open');
    expect(at('2026-06-01T00:00:00Z', deny('env=dev'))).toBe('open');
    expect(at('2026-06-01T00:00:00Z', deny('north'), { ...ROLLOUT, clusters: [] })).toMatch(/^denied d/);
  });

  it('each cluster with allow windows needs an open one', () => {
    const allow = (clusters: string, hour: number): string =>
      `- { name: a${hour}, kind: allow, schedule: 0 ${hour} * * *, duration: 2h, clusters: ${clusters} }`;
    const both = `${allow('east', 8)}\n${allow('west', 9)}`;
    expect(at('2026-06-01T08:30:00Z', both)).toBe('notAllowed a9 until 2026-06-01T09:00');
    expect(at('2026-06-01T09:30:00Z', both)).toBe('open');
    expect(at('2026-06-01T08:30:00Z', allow('east', 8))).toBe('open');
  });

  it('that names or selects no member cluster is found', () => {
    const unknown = (clusters: string): unknown =>
      windows(`- { name: d, kind: deny, schedule: 0 0 * * *, duration: 24h, clusters: ${clusters} }`).map((window) =>
        unknownClustersOf(window, ROLLOUT.members),
      );
    expect(unknown('"west,nroth"')).toEqual([['nroth']]);
    expect(unknown('west')).toEqual([undefined]);
    expect(unknown('env=prod')).toEqual([undefined]);
    expect(unknown('env=prdo')).toEqual(['all']);
  });

  it('a long deny window hides no opening behind windows that change each minute', () => {
    const minutes = '- { name: minutes, kind: allow, schedule: "* * * * *", duration: 30s }';
    expect(at('2026-12-24T00:00:00Z', `${FREEZE}\n${minutes}`)).toBe('denied freeze until 2027-01-01T23:00');
  });

  it('a window for placements is about those of that name', () => {
    const deny = (name: string): string => `- { name: d, kind: deny, schedule: 0 0 * * *, duration: 24h, placements: ['${name}'] }`;
    expect(at('2026-06-01T00:00:00Z', deny('ClusterResourcePlacement/sh*'))).toMatch(/^denied d/);
    expect(at('2026-06-01T00:00:00Z', deny('*/shop'))).toMatch(/^denied d/);
    expect(at('2026-06-01T00:00:00Z', deny('ResourcePlacement/*'))).toBe('open');
    expect(windowsFor(ROLLOUT, windows(deny('ClusterResourcePlacement/shop2')))).toEqual([]);
    for (const name of ['crp/shop', 'CRP/shop', 'clusterresourceplacements/shop', 'crp/*'])
      expect(at(NOON, deny(name))).toMatch(/^denied d/);
    for (const name of ['rp/shop/*', 'rp/*', 'crp/shop2']) expect(at(NOON, deny(name))).toBe('open');
  });

  it.each(['shop', 'crb/shop', 'csur/shop', 'crp/', 'crp', 'rp/shop', 'crp/shop/shop', 'ConfigMap/shop'])(
    'a window for %s, which no placement can be named, is an error',
    (name) => {
      const deny = `- { name: d, kind: deny, schedule: 0 0 * * *, duration: 24h, placements: ['${name}'] }`;
      expect(() => windows(deny)).toThrow(
        `.fleet-gate.yaml: window "d": placements: ${name}: write ClusterResourcePlacement/NAME or ResourcePlacement/NAMESPACE/NAME`,
      );
    },
  );
});

describe('when clocks are set', () => {
  const short = '- { name: w, kind: allow, schedule: 30 2 * * *, duration: 1h, timeZone: Europe/Berlin }';
  it('a start in the skipped hour is an hour later', () => {
    expect(at('2026-03-29T01:29:00Z', short)).toBe('notAllowed w until 2026-03-29T01:30');
    expect(at('2026-03-29T02:29:00Z', short)).toBe('open');
  });

  it('a start in the repeated hour is the first', () => {
    expect(at('2026-10-25T00:30:00Z', short)).toBe('open');
    expect(at('2026-10-25T01:30:00Z', short)).toBe('notAllowed w until 2026-10-26T01:30');
  });

  it('a duration is real time: eight hours of a night are eight hours', () => {
    expect(at('2026-10-25T01:59:00Z', NIGHTS)).toBe('open');
    expect(at('2026-10-25T02:00:00Z', NIGHTS)).toBe('notAllowed nights until 2026-10-25T19:00');
    expect(at('2026-03-29T02:00:00Z', NIGHTS)).toBe('open');
  });

  it('a deny window that ends in the repeated hour ends with the second', () => {
    const deny = '- { name: d, kind: deny, start: "2026-10-25T00:00", end: "2026-10-25T02:30", timeZone: Europe/Berlin }';
    expect(at('2026-10-25T01:29:00Z', deny)).toBe('denied d until 2026-10-25T01:30');
  });
});

describe('the configuration', () => {
  it.each([
    ['- { name: a, kind: allow }', 'window "a": give `start` and `end`, or `schedule` and `duration`'],
    ['- { name: a, kind: allow, schedule: 0 8 * * *, duration: 1h, end: "2026-01-01T00:00" }', 'give `start` and `end`'],
    ['- { name: a, kind: deny, start: "2026-01-02T00:00", end: "2026-01-01T00:00" }', 'is not after its start'],
    ['- { name: a, kind: deny, schedule: 0 8 * * *, duration: 0s }', 'its duration is 0'],
    ['- { name: a, kind: deny, schedule: 0 8 * *, duration: 1h }', '.fleet-gate.yaml:2: windows[0].schedule must be five fields'],
    ['- { name: a, kind: deny, schedule: 0 8 * * *, duration: 1h, timeZone: CET+1 }', 'the IANA name of a time zone'],
    ['- { name: a, kind: maybe, schedule: 0 8 * * *, duration: 1h }', 'one of allow, deny'],
    ['- { kind: deny, schedule: 0 8 * * *, duration: 1h }', '"name" is missing in windows[0]'],
  ])('%s is refused', (text, message) => {
    expect(() => windows(text)).toThrow(message);
  });
});
