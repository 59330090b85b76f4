import { describe, expect, test } from 'vitest';
import { greenFleet, asDeployed } from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';

const { look } = gate();

describe('a placement that differs from the deployed one', () => {
  test('a placement that differs on the hub from the deployed one does not pass, for any --for', () => {
    const fleet = greenFleet();
    const deployed = asDeployed(fleet, { policy: { placementType: 'PickN', numberOfClusters: 2 } });
    for (const options of [{}, { for: 'scheduled' }] as const) {
      const state = look(fleet, { manifests: [deployed], options });
      expect(state.outcome).toBe('waiting');
      expect(causesIn(state)).toEqual(['content-not-synced', 'snapshot-not-fresh']);
    }
  });

  describe('fields that KubeFleet leaves out when it writes a placement back', () => {
    const fleet = greenFleet();
    const { strategy } = fleet.placement['spec'] as { readonly strategy: object };
    const withApplyStrategy = (applyStrategy: object): { readonly strategy: object } => ({ strategy: { ...strategy, applyStrategy } });
    const lookAt = (held: object, wanted: object): string => {
      const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), ...withApplyStrategy(held) } };
      const bindings = fleet.bindings.map((one) => ({ ...one, spec: { ...(one['spec'] as object), applyStrategy: held } }));
      return look({ ...fleet, placement, bindings }, { manifests: [asDeployed(fleet, withApplyStrategy(wanted))] }).outcome;
    };

    test.each([
      ['nothing of it', {}, { allowCoOwnership: false, whenToApply: '' }],
      ['the deployed value', { allowCoOwnership: false }, { allowCoOwnership: false }],
      ['the default', { whenToApply: 'Always', type: 'ClientSideApply' }, { whenToApply: '', type: '' }],
    ])('are not missing from it: the hub has %s', (_what, held, wanted) => {
      expect(lookAt(held, wanted)).toBe('passed');
    });

    test.each([
      ['true', { allowCoOwnership: true }, { allowCoOwnership: false }],
      ['another choice', { whenToApply: 'IfNotDrifted' }, { whenToApply: '' }],
    ])('are a difference if the hub has %s', (_what, held, wanted) => {
      expect(lookAt(held, wanted)).toBe('waiting');
    });

    test('are left out of a ResourcePlacement too, by the hub agent', () => {
      const inNamespace = { kind: 'ResourcePlacement', metadata: { name: 'shop', namespace: 'shop' } };
      const lookAtOne = (applyStrategy: object): readonly string[] => {
        const manifests = [{ ...asDeployed(fleet, withApplyStrategy(applyStrategy)), ...inNamespace }];
        return causesIn(look([{ ...fleet.placement, ...inNamespace }], { targets: ['rp/shop/shop'], manifests }));
      };
      expect(lookAtOne({ allowCoOwnership: false })).not.toContain('content-not-synced');
      expect(lookAtOne({ allowCoOwnership: true })).toContain('content-not-synced');
    });
  });
});
