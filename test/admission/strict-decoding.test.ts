import { describe, expect, it } from 'vitest';

import { admitCreate, judgeCreate, judgeUpdate } from '../../src/admission/judge.ts';
import { onlyDenial, placement, spelled, strategy } from './objects.ts';

describe('strict decoding', () => {
  it('names all unknown fields and nothing else', () => {
    const object = { ...placement({ polcy: {}, revisionHistoryLimit: 'x' }), extra: 1 };
    expect(spelled(object)).toEqual(['FieldUnknown extra', 'FieldUnknown spec.polcy']);
  });

  it('answers 400 at the key', () => {
    expect(onlyDenial(placement({ polcy: {} }))).toEqual({
      fix: { kind: 'key', at: '/spec/polcy', key: 'policy' },
      pointer: '/spec/polcy',
      part: 'key',
      field: 'spec.polcy',
      reason: 'FieldUnknown',
      layer: 'decoding',
      code: 400,
      serverMessage: 'strict decoding error: unknown field "spec.polcy"',
      message: 'ResourcePlacement v1beta1 has no field `spec.polcy`.',
      hint: 'Did you mean `policy`?',
    });
  });

  it('covers objects and lists at the place of scalars', () => {
    expect(spelled(placement({ revisionHistoryLimit: { a: 1 } }))).toEqual(['FieldUnknown spec.revisionHistoryLimit.a']);
    expect(spelled(placement({ revisionHistoryLimit: [{ a: 1 }, 2] }))).toEqual(['FieldUnknown spec.revisionHistoryLimit[0].a']);
  });

  it('accepts any key in maps, and anything in a JSON patch value', () => {
    const selector = { group: 'apps', version: 'v1', kind: 'Deployment', labelSelector: { matchLabels: { 'example.com/a': 'b' } } };
    expect(spelled(placement({ resourceSelectors: [selector] }))).toEqual([]);
    const patch = { op: 'add', path: '/x', value: [1, { any: { thing: null } }] };
    const override = {
      ...placement({ policy: { overrideRules: [{ jsonPatchOverrides: [patch] }] } }),
      kind: 'ResourceOverride',
    };
    expect(spelled(override)).toEqual([]);
  });

  it('checks metadata by the type of the API server', () => {
    const object = {
      ...placement(),
      metadata: { name: 'web', lables: {}, ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', owner: true }] },
    };
    expect(spelled(object)).toEqual(['FieldUnknown metadata.lables', 'FieldUnknown metadata.ownerReferences[0].owner']);
  });

  it('knows the fields of a status, whose content the hub drops', () => {
    expect(spelled({ ...placement(), status: { conditions: 'none' } })).toEqual([]);
    expect(spelled({ ...placement(), status: { bogus: 1 } })).toEqual(['FieldUnknown status.bogus']);
  });

  it('names duplicate keys in the same answer', () => {
    const denials = judgeCreate(placement({ polcy: {} }), 'main', { duplicateKeys: ['/spec/resourceSelectors/0/version'] });
    expect(denials.map(({ serverMessage }) => serverMessage)).toEqual([
      'strict decoding error: unknown field "spec.polcy"',
      'strict decoding error: duplicate field "spec.resourceSelectors[0].version"',
    ]);
  });

  it('ignores unknown fields if the client asks for it', () => {
    expect(spelled(placement({ polcy: {} }), 'main', { fieldValidation: 'Ignore' })).toEqual([]);
  });

  it('drops unknown fields then, so no rule sees them', () => {
    const lenient = { fieldValidation: 'Ignore' } as const;
    const { object } = admitCreate({ ...placement({ polcy: {} }), extra: 1 }, 'main', lenient);
    expect(object).toEqual(admitCreate(placement(), 'main').object);
    const request = (spec: object) => ({
      apiVersion: 'placement.kubernetes-fleet.io/v1',
      kind: 'ApprovalRequest',
      metadata: { name: 'a', namespace: 'shop' },
      spec: { parentStageRollout: 'run', targetStage: 'all', ...spec },
    });
    expect(judgeUpdate(request({ bogus: 1 }), { manifest: request({}), how: 'replace' }, 'main', lenient)).toEqual([]);
    const patch = { op: 'add', path: '/spec/a', value: { any: [{ thing: 1 }] } };
    const selectors = [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'a' }];
    const override = {
      apiVersion: 'placement.kubernetes-fleet.io/v1',
      kind: 'ResourceOverride',
      metadata: { name: 'a', namespace: 'shop' },
      spec: { resourceSelectors: selectors, policy: { overrideRules: [{ jsonPatchOverrides: [{ ...patch, bogus: 1 }] }] } },
    };
    const stored = admitCreate(override, 'main', lenient).object['spec'];
    expect(stored).toMatchObject({ policy: { overrideRules: [{ jsonPatchOverrides: [patch] }] } });
    expect(JSON.stringify(stored)).not.toContain('bogus');
  });

  it('differs by version of the kind', () => {
    const deletion = { strategy: { deleteStrategy: { propagationPolicy: 'Abandon' } } };
    expect(spelled(placement(deletion))).toEqual([]);
    expect(onlyDenial(placement(deletion, 'v1')).hint).toBe('Version v1beta1 of the kind has it.');
  });
});

describe('hints', () => {
  const hint = (spec: object): string | undefined => onlyDenial(placement(spec)).hint;
  const affinity = (clusterAffinity: object): object => ({ policy: { affinity: { clusterAffinity } } });

  it.each([
    ['wrong case', { Policy: {} }, 'Did you mean `policy`?'],
    ['a slip', { resourceSelector: [] }, 'Did you mean `resourceSelectors`?'],
    ['a beginning', { strategy: { rollingUpdate: { unavailablePeriod: 3 } } }, 'Did you mean `unavailablePeriodSeconds`?'],
    ['one level up', { strategy: { revisionHistoryLimit: 3 } }, '`revisionHistoryLimit` belongs to `spec`.'],
    ['one level down', { strategy: { maxUnavailable: 1 } }, '`maxUnavailable` belongs to `spec.strategy.rollingUpdate`.'],
    ['elsewhere', { placementType: 'PickAll' }, '`placementType` belongs to `spec.policy`.'],
    ['elsewhere in wrong case', { clusternames: [] }, '`clusterNames` belongs to `spec.policy`.'],
    ['nothing near', { xyzzy: 1 }, 'Remove it, or move its content to a field that the API reference of the kind has.'],
    [
      'a list as an object',
      affinity({ preferredDuringSchedulingIgnoredDuringExecution: { weight: 1 } }),
      '`preferredDuringSchedulingIgnoredDuringExecution` is a list: start each of its entries with `- `.',
    ],
    [
      'an object as a list',
      affinity({ requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {} }] }),
      '`requiredDuringSchedulingIgnoredDuringExecution` is an object with `clusterSelectorTerms`.',
    ],
    [
      'labels without matchLabels',
      affinity({ requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { kind: 'x' } }] } }),
      'Put `kind` under `matchLabels`.',
    ],
  ])('%s', (_case, spec, expected) => {
    expect(hint(spec)).toBe(expected);
  });

  it('finds a field by its words', () => {
    const run = { ...placement(), kind: 'StagedUpdateRun', spec: { placementName: 'a', stagedUpdateStrategyName: 'b' } };
    expect(onlyDenial(run).hint).toBe('Did you mean `stagedRolloutStrategyName`?');
  });

  it('covers the root and metadata', () => {
    expect(onlyDenial({ ...placement(), labels: {} }).hint).toBe('`labels` belongs to `metadata`.');
    expect(onlyDenial({ ...placement(), metadata: { name: 'a', policy: {} } }).hint).toBe('`policy` belongs to `spec`.');
    expect(onlyDenial({ ...placement(), metadata: { name: 'a', spec: {} } }).hint).toBe('`spec` belongs at the top level.');
    expect(onlyDenial(strategy({ afterStageTask: [] })).hint).toBe('Did you mean `afterStageTasks`?');
  });
});
