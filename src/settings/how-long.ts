import { durationText } from '../duration.ts';
import { DEFAULT_OPTIONS } from '../gates/options.ts';
import { DURATION } from './kind.ts';
import type { SettingGroup } from './setting.ts';

export const HOW_LONG = {
  title: 'How long',
  settings: {
    timeout: {
      about: 'give up after this long',
      aboutFor: {
        doctor: 'planned duration of a wait: credentials must be valid for as long',
        approve: 'wait at most this long until {--soak} is over; 0s does not wait',
      },
      value: DURATION,
      default: durationText(DEFAULT_OPTIONS.timeout),
      example: '20m',
      flag: { commands: ['wait', 'approve', 'doctor'], shortHelp: ['wait', 'doctor'] },
      input: 'as the flag',
      key: 'gate.timeout',
    },
    deadline: {
      about: 'stop after this long, and end with exit 6',
      value: DURATION,
      default: '10m',
      example: '2m',
      flag: { commands: ['lint', 'plan', 'ready'], shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    hold: {
      about: 'pass only after everything was good for this long',
      value: DURATION,
      default: durationText(DEFAULT_OPTIONS.hold),
      example: '1m',
      flag: { commands: ['wait'], shortHelp: [] },
      input: 'as the flag',
      key: 'gate.hold',
    },
    settle: {
      about: 'keep collecting failures for this long after the first one',
      value: DURATION,
      default: durationText(DEFAULT_OPTIONS.settle),
      example: '30s',
      flag: { commands: ['wait'], shortHelp: [] },
      input: 'as the flag',
      key: 'gate.settle',
    },
    'stuck-grace': {
      about: 'time that a stuck update run has to recover',
      value: DURATION,
      default: durationText(DEFAULT_OPTIONS.stuckGrace),
      example: '5m',
      flag: { commands: ['wait', 'diagnose', 'watch'], shortHelp: [] },
      input: 'as the flag',
      key: 'gate.stuckGrace',
    },
    'access-grace': {
      about: 'how long a hub that refuses (401, 403) is asked again: new role assignments take minutes',
      value: DURATION,
      default: durationText(DEFAULT_OPTIONS.accessGrace),
      example: '10m',
      flag: { commands: ['wait', 'diagnose', 'approve', 'watch', 'snapshot', 'owns'], shortHelp: [] },
      input: 'as the flag',
      key: 'gate.accessGrace',
    },
    grace: {
      about: 'how long a suspected failure must last before it is treated as a failure, by kind',
      value: { kind: 'map', keys: 'grace', of: { ...DURATION, about: 'How long it may last.' } },
      default: undefined,
      example: '{ member: 10m }',
      flag: undefined,
      input: undefined,
      key: 'gate.grace',
    },
  },
} as const satisfies SettingGroup;
