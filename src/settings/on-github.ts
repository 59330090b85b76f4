import { MODES } from './commands.ts';
import { choice, SWITCH, text } from './kind.ts';
import type { SettingGroup } from './setting.ts';

export const COMMENT_WHEN = ['never', 'always', 'on-failure'] as const;

/** Inputs of the Action about its output on GitHub. */
export const ON_GITHUB = {
  title: 'What is shown on GitHub',
  settings: {
    summary: {
      about: '`false`: no job summary',
      value: SWITCH,
      default: 'true',
      example: 'false',
      flag: undefined,
      input: { modes: MODES, filled: 'true' },
      key: undefined,
    },
    comment: {
      about:
        'one pull request comment, updated in place: never, always or on-failure, which also comments if something is removed from a cluster (needs `permissions: pull-requests: write`)',
      value: choice('WHEN', COMMENT_WHEN),
      default: 'never',
      example: 'on-failure',
      flag: undefined,
      input: { modes: MODES, filled: 'never' },
      key: undefined,
    },
    'comment-key': {
      about: 'distinguishes comments of one pull request, for matrix jobs and for several steps of a job',
      value: text('KEY'),
      default: { says: 'workflow, job and mode' },
      example: 'prod',
      flag: undefined,
      input: { modes: MODES },
      key: undefined,
    },
    'from-report': {
      about:
        'the report that the run of a pull request wrote with `report-file`; it is checked, rendered again and shown as a report of that run',
      value: { kind: 'file', word: 'FILE' },
      default: undefined,
      example: 'report.json',
      flag: undefined,
      input: { modes: ['comment'] },
      key: undefined,
    },
    deployment: {
      about: 'show the verdict as the status of a deployment on GitHub (needs `permissions: deployments: write`)',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: undefined,
      input: { modes: ['gate'] },
      key: undefined,
    },
    'deployment-environment': {
      about: 'environment of that deployment; an action cannot read the `environment:` of its job',
      value: text('NAME'),
      default: { says: 'context' },
      example: 'production',
      flag: undefined,
      input: { modes: ['gate'] },
      key: undefined,
    },
    'github-token': {
      about: 'token to write comments and deployments',
      value: text('TOKEN'),
      default: { says: 'the token of the job' },
      example: '${{ github.token }}',
      flag: undefined,
      input: { modes: MODES, filled: '${{ github.token }}' },
      key: undefined,
    },
  },
} as const satisfies SettingGroup;
