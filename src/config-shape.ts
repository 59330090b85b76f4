import { FAIL_LEVELS, SEVERITIES } from './finding.ts';
import { HUB_PROFILES } from './fleet/kubefleet/kinds.ts';
import type { Share } from './share.ts';

/**
 * The configuration file, said once: its type, its parser and its JSON Schema are all made from this table.
 * `keys` of a map says which names it may hold: rule ids, failure ids with their classes, or the options of a rule.
 */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'duration' | 'share' | 'day' | 'texts'; readonly about: string }
  | { readonly kind: 'choice'; readonly about: string; readonly of: readonly string[] }
  | {
      readonly kind: 'record';
      readonly about: string;
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    }
  | { readonly kind: 'map'; readonly about: string; readonly keys: 'rule' | 'grace' | 'option'; readonly of: Shape }
  | { readonly kind: 'list'; readonly about: string; readonly of: Shape }
  /** A word, or a list. */
  | { readonly kind: 'either'; readonly about: string; readonly word: Shape & { kind: 'choice' }; readonly list: Shape & { kind: 'list' } };

export const CONFIG_SHAPE = {
  kind: 'record',
  about: 'Configuration of fleet-gate; flags and Action inputs win over it.',
  fields: {
    target: {
      kind: 'choice',
      about: 'The hub to check for: a KubeFleet release, the managed hub of Azure, or the main branch of KubeFleet.',
      of: HUB_PROFILES,
    },
    clusters: { kind: 'text', about: 'File with the MemberClusters (YAML, JSON or a List), relative to this file.' },
    paths: { kind: 'texts', about: 'Files and folders to lint when the command line names none, relative to this file.' },
    exclude: { kind: 'texts', about: 'Glob patterns of files to leave out.' },
    render: {
      kind: 'either',
      about: 'How kustomizations and charts are rendered before they are checked.',
      word: {
        kind: 'choice',
        about: '`auto` (default): each that is part of no other, with the tool that is installed.',
        of: ['auto', 'off'],
      },
      list: {
        kind: 'list',
        about: 'What is rendered, and how.',
        of: {
          kind: 'record',
          about: 'One kustomization, or one release of a chart.',
          required: ['path'],
          fields: {
            path: { kind: 'text', about: 'Its folder, relative to this file.' },
            tool: { kind: 'choice', about: 'Needed only where a folder holds both.', of: ['kustomize', 'helm'] },
            values: { kind: 'texts', about: 'Files with values for the chart, relative to this file; the last one wins.' },
            args: {
              kind: 'texts',
              about:
                'Arguments for the tool, each as it stands on a command line: for helm, say, the name of the release and its namespace.',
            },
          },
        },
      },
    },
    failOn: { kind: 'choice', about: 'The least severity that makes the check fail.', of: FAIL_LEVELS },
    failOnNotEvaluated: {
      kind: 'flag',
      about:
        'Whether whatever was not evaluated makes the check fail (exit 6); left out, only objects of KubeFleet whose final content is unknown do.',
    },
    rules: {
      kind: 'map',
      about: 'Settings of single rules.',
      keys: 'rule',
      of: {
        kind: 'record',
        about: 'Settings of this rule.',
        fields: {
          severity: { kind: 'choice', about: 'Severity of its findings; `off` turns the rule off.', of: [...SEVERITIES, 'off'] },
          options: { kind: 'map', about: 'Options of this rule.', keys: 'option', of: { kind: 'texts', about: 'Names.' } },
        },
      },
    },
    suppress: {
      kind: 'list',
      about: 'Accepted findings, for files that cannot carry a comment or annotation.',
      of: {
        kind: 'record',
        about: 'One accepted finding.',
        required: ['rule', 'object', 'reason'],
        fields: {
          rule: { kind: 'text', about: 'Id of the rule.' },
          object: { kind: 'text', about: '`Kind/name` or `Kind/namespace/name`; `*` stands for any run of characters.' },
          reason: { kind: 'text', about: 'Why it is accepted.' },
          until: { kind: 'day', about: 'Last day (UTC, YYYY-MM-DD) it is accepted.' },
        },
      },
    },
    gate: {
      kind: 'record',
      about: 'Settings of `wait` and `diagnose`.',
      fields: {
        timeout: { kind: 'duration', about: 'Give up after this long.' },
        for: { kind: 'choice', about: 'What is waited for.', of: ['available', 'applied', 'diff-reported', 'succeeded', 'scheduled'] },
        onApproval: { kind: 'choice', about: 'What to do when a person must act.', of: ['wait', 'fail', 'pass'] },
        allowPartial: { kind: 'flag', about: 'Pass with fewer clusters than asked for.' },
        allowEmpty: { kind: 'flag', about: 'Pass with no cluster or nothing selected.' },
        hold: { kind: 'duration', about: 'Pass only after all was good for this long.' },
        settle: { kind: 'duration', about: 'After the first failure go on for this long, to report all that fails.' },
        stuckGrace: { kind: 'duration', about: 'Time a stuck update run gets to recover.' },
        accessGrace: { kind: 'duration', about: 'How long after the start a hub that refuses (401, 403) is asked again.' },
        failOnDrift: { kind: 'flag', about: 'Fail when objects on members drifted.' },
        requireSelected: { kind: 'flag', about: 'Fail when an object of the manifests is in no placement that is waited for.' },
        requireClusters: {
          kind: 'text',
          about: 'Clusters every placement and run must be good on: names separated by commas, or labels such as env=prod.',
        },
        minClusters: {
          kind: 'share',
          about: 'On how many clusters each placement and run must be good at least: a number or a percentage.',
        },
        tolerateFailed: { kind: 'share', about: 'How many clusters of each placement and run may fail: a number or a percentage.' },
        grace: {
          kind: 'map',
          about: 'How long a suspected failure must last before it counts, by kind.',
          keys: 'grace',
          of: { kind: 'duration', about: 'How long it may last.' },
        },
      },
    },
  },
} as const satisfies Shape;

/** The value a shape stands for: everything optional but what `required` lists; durations in milliseconds. */
export type ValueOf<S> = S extends { kind: 'text' | 'day' }
  ? string
  : S extends { kind: 'share' }
    ? Share
    : S extends { kind: 'flag' }
      ? boolean
      : S extends { kind: 'duration' }
        ? number
        : S extends { kind: 'texts' }
          ? readonly string[]
          : S extends { kind: 'choice'; of: readonly (infer Choice)[] }
            ? Choice
            : S extends { kind: 'map'; of: infer Of }
              ? Readonly<Record<string, ValueOf<Of>>>
              : S extends { kind: 'either'; word: infer Word; list: infer List }
                ? ValueOf<Word> | ValueOf<List>
                : S extends { kind: 'list'; of: infer Of }
                  ? readonly ValueOf<Of>[]
                  : S extends { kind: 'record'; fields: infer Fields; required: readonly (infer Required)[] }
                    ? { readonly [K in keyof Fields as K extends Required ? K : never]: ValueOf<Fields[K]> } & {
                        readonly [K in keyof Fields as K extends Required ? never : K]?: ValueOf<Fields[K]>;
                      }
                    : S extends { kind: 'record'; fields: infer Fields }
                      ? { readonly [K in keyof Fields]?: ValueOf<Fields[K]> }
                      : never;
