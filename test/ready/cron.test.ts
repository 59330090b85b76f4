import { describe, expect, it } from 'vitest';
import { cronTimes, parseCron } from '../../src/cron.ts';
import { instantsOf, isTimeZone, parseWallTime } from '../../src/time-zone.ts';

function times(schedule: string, zone: string, after: string, until: string): readonly string[] {
  const cron = parseCron(schedule);
  if (cron === undefined) throw new Error(`not a schedule: ${schedule}`);
  return [...cronTimes(cron, zone, { after: Date.parse(after), until: Date.parse(until) })].map((time) =>
    new Date(time).toISOString().slice(0, 16),
  );
}

describe('a schedule', () => {
  it.each([
    ['0 8 * * *', '2026-03-01T08:00Z', ['2026-03-02T08:00', '2026-03-03T08:00']],
    ['30 6,18 1-3 3 *', '2026-02-28T00:00Z', ['2026-03-01T06:30', '2026-03-01T18:30', '2026-03-02T06:30']],
    ['0 0 * * mon', '2026-03-01T00:00Z', ['2026-03-02T00:00']],
    ['0 0 * * 7', '2026-02-28T00:00Z', ['2026-03-01T00:00']],
    ['*/20 9 2 * *', '2026-03-01T00:00Z', ['2026-03-02T09:00', '2026-03-02T09:20', '2026-03-02T09:40']],
    ['0 0 3 * sun', '2026-02-28T00:00Z', ['2026-03-01T00:00', '2026-03-03T00:00']],
    ['0 0 */2 * sun', '2026-02-28T00:00Z', ['2026-03-01T00:00']],
  ])('%s after %s', (schedule, after, expected) => {
    expect(times(schedule, 'UTC', after, '2026-03-03T08:00Z').slice(0, expected.length)).toEqual(expected);
  });

  it.each(['* * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '5-1 * * * *', '*/0 * * * *', '@daily', ''])(
    '%j is not one',
    (text) => {
      expect(parseCron(text)).toBeUndefined();
    },
  );
});

describe('a clock that is set', () => {
  const berlin = 'Europe/Berlin';

  it('shows one hour twice: a time in it is meant once, at the first', () => {
    expect(times('30 2 * * *', berlin, '2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('shows one hour twice: every hour is meant twice', () => {
    expect(times('0 * * * *', berlin, '2026-10-24T23:30Z', '2026-10-25T03:00Z')).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
      '2026-10-25T03:00',
    ]);
  });

  it('skips an hour: a time in it is moved on by an hour', () => {
    expect(times('30 2 * * *', berlin, '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual(['2026-03-29T01:30', '2026-03-30T00:30']);
    expect(times('0 8 * * *', berlin, '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual(['2026-03-28T07:00', '2026-03-29T06:00']);
  });

  it('skips a whole day', () => {
    // Samoa went from 29 to 31 December 2011.
    expect(times('0 12 * * *', 'Pacific/Apia', '2011-12-29T00:00Z', '2011-12-31T20:00Z')).toEqual(['2011-12-29T22:00', '2011-12-30T22:00']);
  });

  it('is asked for a time that it shows never, once or twice', () => {
    const at = (text: string): readonly string[] =>
      instantsOf(parseWallTime(text) ?? 0, berlin).map((instant) => new Date(instant).toISOString().slice(0, 16));
    expect(at('2026-03-29T02:30')).toEqual(['2026-03-29T01:30']);
    expect(at('2026-07-01T02:30')).toEqual(['2026-07-01T00:30']);
    expect(at('2026-10-25T02:30')).toEqual(['2026-10-25T00:30', '2026-10-25T01:30']);
  });
});

it('a time zone has a name', () => {
  expect(['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia'].every(isTimeZone)).toBe(true);
  expect(['Berlin', '+02:00', '', 'Europe/Bremen'].some(isTimeZone)).toBe(false);
});

it('a local time is a day and a time, without an offset', () => {
  expect(parseWallTime('2026-12-24T18:00')).toBe(Date.UTC(2026, 11, 24, 18));
  expect(['2026-02-30T00:00', '2026-12-24', '2026-12-24T18:00Z', '2026-12-24T25:00'].map(parseWallTime)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
