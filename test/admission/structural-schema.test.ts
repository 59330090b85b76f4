import { describe, expect, it } from 'vitest';

import { blocksCel } from '../../src/admission/denial.ts';
import { judgeCreate, type Denial } from '../../src/admission/judge.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { onlyDenial, placement, spelled, strategy } from './objects.ts';

const run = (spec: object): KubeObject => ({
  ...placement(),
  kind: 'StagedUpdateRun',
  spec: { placementName: 'a', stagedRolloutStrategyName: 'b', ...spec },
});
const envelope = (data: unknown): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'a', namespace: 'b' },
  data,
});
const list = (length: number, entry: unknown): readonly unknown[] => Array.from({ length }, () => entry);

type Expected = Partial<Pick<Denial, 'reason' | 'field' | 'message' | 'serverMessage' | 'hint'>>;

describe('structural schema', () => {
  it.each<[string, KubeObject, Expected]>([
    [
      'required',
      placement({ resourceSelectors: [{ version: 'v1', kind: 'ConfigMap' }] }),
      {
        reason: 'FieldValueRequired',
        field: 'spec.resourceSelectors[0].group',
        serverMessage: 'Required value',
        message: '`spec.resourceSelectors[0].group` is required.',
      },
    ],
    [
      'number in quotes',
      placement({ revisionHistoryLimit: '3' }),
      {
        reason: 'FieldValueTypeInvalid',
        serverMessage: 'Invalid value: "string": spec.revisionHistoryLimit in body must be of type integer: "string"',
        message: '`spec.revisionHistoryLimit` must be a whole number, and is a string ("3").',
        hint: 'Write it without quotes: 3.',
      },
    ],
    [
      'boolean in quotes',
      placement({ strategy: { applyStrategy: { allowCoOwnership: 'yes' } } }),
      { reason: 'FieldValueTypeInvalid', hint: 'Write true, without quotes.' },
    ],
    [
      'string without quotes',
      run({ resourceSnapshotIndex: 3 }),
      { reason: 'FieldValueTypeInvalid', hint: 'Put it in quotes: "3".', field: 'spec.resourceSnapshotIndex' },
    ],
    ['fraction', placement({ revisionHistoryLimit: 1.5 }), { reason: 'FieldValueTypeInvalid' }],
    [
      'beyond int64',
      placement({ policy: { placementType: 'PickN', numberOfClusters: 2 ** 63 } }),
      {
        reason: 'FieldValueTypeInvalid',
        serverMessage: 'Invalid value: "number": spec.policy.numberOfClusters in body must be of type integer: "number"',
        hint: 'Write a number nearer to zero.',
      },
    ],
    [
      'object for list',
      placement({ policy: { tolerations: {} } }),
      { reason: 'FieldValueTypeInvalid', hint: '`tolerations` is a list: start each of its entries with `- `.' },
    ],
    [
      'null in a list',
      placement({ policy: { tolerations: [null] } }),
      { reason: 'FieldValueTypeInvalid', message: '`spec.policy.tolerations[0]` must be an object, and is empty.' },
    ],
    [
      'int-or-string',
      strategy({ maxConcurrency: true }),
      {
        reason: 'FieldValueTypeInvalid',
        serverMessage: 'Invalid value: "boolean": spec.stages[0].maxConcurrency in body must be of type integer,string: "boolean"',
      },
    ],
    [
      'enum in wrong case',
      placement({ policy: { placementType: 'pickall' } }),
      {
        reason: 'FieldValueNotSupported',
        serverMessage: 'Unsupported value: "pickall": supported values: "PickAll", "PickN", "PickFixed"',
        message: '`spec.policy.placementType` is "pickall"; it can be "PickAll", "PickN" or "PickFixed".',
        hint: 'Did you mean `PickAll`?',
      },
    ],
    [
      'enum of one',
      placement({ policy: { tolerations: [{ key: 'a', effect: 'NoExecute' }] } }),
      { message: '`spec.policy.tolerations[0].effect` is "NoExecute"; it can be only "NoSchedule".' },
    ],
    [
      'minimum',
      placement({ revisionHistoryLimit: 0 }),
      {
        reason: 'FieldValueInvalid',
        serverMessage: 'Invalid value: 0: spec.revisionHistoryLimit in body should be greater than or equal to 1',
        message: '`spec.revisionHistoryLimit` is 0; the minimum is 1.',
      },
    ],
    [
      'maximum',
      placement({ revisionHistoryLimit: 1001 }),
      { reason: 'FieldValueInvalid', message: '`spec.revisionHistoryLimit` is 1001; the maximum is 1000.' },
    ],
    [
      'pattern',
      strategy({ maxConcurrency: '50' }),
      {
        reason: 'FieldValueInvalid',
        serverMessage: `Invalid value: "50": spec.stages[0].maxConcurrency in body should match '^(100|[1-9][0-9]?)%$'`,
        hint: 'Write a whole number without quotes such as `2`, or a percentage from `1%` to `100%`.',
      },
    ],
    [
      'too few entries',
      placement({ resourceSelectors: [] }),
      { reason: 'FieldValueInvalid', serverMessage: 'Invalid value: 0: spec.resourceSelectors in body should have at least 1 items' },
    ],
    [
      'too many entries',
      strategy({ beforeStageTasks: list(2, { type: 'Approval' }) }),
      {
        reason: 'FieldValueTooMany',
        serverMessage: 'Too many: 2: must have at most 1 item',
        message: '`spec.stages[0].beforeStageTasks` has 2 entries; the maximum is 1.',
      },
    ],
    [
      'too few keys',
      envelope({}),
      { reason: 'FieldValueInvalid', serverMessage: 'Invalid value: 0: data in body should have at least 1 properties' },
    ],
    [
      'too many keys',
      envelope(Object.fromEntries(list(51, {}).map((value, at) => [`f${String(at)}`, value]))),
      { reason: 'FieldValueTooMany', field: 'data' },
    ],
    ['value of a map', envelope({ 'a.yaml': 'text' }), { reason: 'FieldValueTypeInvalid', field: 'data.a.yaml' }],
    [
      'too long',
      run({ placementName: 'ü'.repeat(256) }),
      {
        reason: 'FieldValueTooLong',
        serverMessage: 'Too long: may not be more than 255 bytes',
        message: '`spec.placementName` has 256 characters; the maximum is 255.',
      },
    ],
  ])('%s', (_class, object, expected) => {
    expect(onlyDenial(object)).toMatchObject({ code: 422, part: 'value', ...expected });
  });

  it('counts characters, not bytes or halves of them', () => {
    expect(spelled(run({ placementName: '😀'.repeat(255) }))).toEqual([]);
  });

  it.each([
    [1e20, '1e+20'],
    [-1e20, '-1e+20'],
    [1_234_567.5, '1.2345675e+06'],
    [123_456.5, '123456.5'],
    [0.000_01, '1e-05'],
  ])('prints the float %d as Go does', (revisionHistoryLimit, printed) => {
    const bound = judgeCreate(placement({ revisionHistoryLimit }), 'main').map(({ serverMessage }) => serverMessage);
    expect(bound).toContainEqual(expect.stringContaining(`Invalid value: ${printed}: `));
  });

  it('does not enforce the format int32', () => {
    expect(spelled(placement({ policy: { placementType: 'PickN', numberOfClusters: 99_999_999_999 } }))).toEqual([]);
  });

  it('treats null as absent, and as a default if there is one', () => {
    expect(spelled(placement({ policy: null, revisionHistoryLimit: null, strategy: { type: null } }))).toEqual([]);
    expect(spelled(placement({ resourceSelectors: null }))).toEqual(['FieldValueRequired spec.resourceSelectors']);
    expect(spelled(envelope({ 'a.yaml': null }))).toEqual(['FieldValueInvalid data']);
  });

  it('reports all faults, sorted by place', () => {
    const object = placement({ strategy: { type: 'Rolling' }, policy: { numberOfClusters: -1, placementType: 7 } });
    expect(spelled(object)).toEqual([
      'FieldValueInvalid spec.policy.numberOfClusters',
      'FieldValueTypeInvalid spec.policy.placementType',
      'FieldValueNotSupported spec.policy.placementType',
      'FieldValueNotSupported spec.strategy.type',
    ]);
  });

  it('differs by hub version', () => {
    const constraint = {
      policy: {
        placementType: 'PickN',
        numberOfClusters: 1,
        topologySpreadConstraints: [{ topologyKey: 'a', whenUnsatisfiable: 'Maybe' }],
      },
    };
    expect(spelled(placement(constraint), 'v0.3')).toEqual([]);
    expect(spelled(placement(constraint), 'aks')).toEqual([]);
    expect(spelled(placement(constraint), 'main')).toEqual([
      'FieldValueNotSupported spec.policy.topologySpreadConstraints[0].whenUnsatisfiable',
    ]);
    const wait = strategy({ afterStageTasks: [{ type: 'TimedWait', waitTime: '0abc' }] });
    expect(spelled(wait, 'v0.3')).toEqual([]);
    expect(spelled(wait, 'aks')).toEqual(['FieldValueInvalid spec.stages[0].afterStageTasks[0].waitTime']);
    const scoped = placement(
      {
        resourceSelectors: [
          { group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceWithResourceSelectors' },
        ],
      },
      'v1',
    );
    expect(spelled(scoped, 'v0.3')).toEqual(['FieldValueNotSupported spec.resourceSelectors[0].selectionScope']);
    expect(judgeCreate(scoped, 'v0.3')[0]?.hint).toBe('Version v1beta1 of the kind allows it.');
    expect(spelled(scoped, 'aks')).toEqual([]);
  });

  it('reports nothing else about a text that is too long', () => {
    expect(spelled(strategy({ name: 'Far_too-long'.repeat(9) }))).toEqual(['FieldValueTooLong spec.stages[0].name']);
  });

  it('prints a value that has no text', () => {
    const object = placement({ strategy: { type: { toString: 'x' } } });
    expect(spelled(object, 'main', { fieldValidation: 'Ignore' })).toContain('FieldValueNotSupported spec.strategy.type');
  });

  it('treats a key that is special to JavaScript like any other', () => {
    expect(spelled(envelope(JSON.parse('{"__proto__": {"kind": "ConfigMap"}}')))).toEqual([]);
    expect(spelled(envelope(JSON.parse('{"__proto__": 1}')))).toEqual(['FieldValueTypeInvalid data.__proto__']);
  });
});

describe('blocksCel', () => {
  const blocks = (object: KubeObject): boolean => blocksCel(judgeCreate(object, 'main'));

  it('is true after decoding errors and causes that stop CEL', () => {
    expect(blocks(placement({ polcy: {} }))).toBe(true);
    expect(blocks(placement({ resourceSelectors: null }))).toBe(true);
    expect(blocks(placement({ policy: { placementType: 'x' } }))).toBe(true);
  });

  it('is false for bounds, patterns and names', () => {
    expect(blocks(placement())).toBe(false);
    expect(blocks(placement({ revisionHistoryLimit: 0 }))).toBe(false);
    expect(blocks({ ...placement(), metadata: { name: 'A_b' } })).toBe(false);
  });
});
