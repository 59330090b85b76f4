import { describe, expect, test } from 'vitest';
import { durationText, isDay, parseDuration } from '../src/duration.ts';

describe('durations', () => {
  test.each([
    ['0', 0],
    ['0s', 0],
    ['500ms', 500],
    ['30s', 30_000],
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['2h0m10s', 7_210_000],
    ['99999999999999h', 100 * 365 * 86_400_000],
    [`${'9'.repeat(400)}h`, 100 * 365 * 86_400_000],
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each(['', '30', '-5s', '5 s', '1d', 's', '1h30', '1,5h', '30S', ' 30s'])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

test.each([
  [0, '0s'],
  [1, '1ms'],
  [90_000, '90s'],
  [300_000, '5m'],
])('%d ms are written as %s, and read back', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
  expect(parseDuration(text)).toBe(milliseconds);
});

describe('days', () => {
  test.each(['2026-01-01', '2024-02-29'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each(['', '2026-02-30', '2026-13-01', '2025-02-29', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z'])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
  });
});
