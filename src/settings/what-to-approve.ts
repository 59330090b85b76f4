import { text } from './kind.ts';
import type { SettingGroup } from './setting.ts';

export const WHAT_TO_APPROVE = {
  title: 'What to approve',
  settings: {
    run: {
      about: 'update run whose open approvals are written if they are proven, as `KIND/[NAMESPACE/]NAME`',
      value: text('RUN'),
      default: undefined,
      example: 'csur/release-7',
      flag: undefined,
      input: { modes: ['approve'] },
      key: undefined,
    },
    stage: {
      about: 'only approvals of this stage',
      value: text('NAME'),
      default: undefined,
      example: 'canary',
      flag: { commands: ['approve'], shortHelp: ['approve'] },
      input: 'as the flag',
      key: undefined,
    },
  },
} as const satisfies SettingGroup;
