/** KubeFleet's own tests of its schema, rules and webhooks (TRUTH_DIR/corpus), as far as they do not need other objects of a hub. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { judgeCreate, judgeUpdate } from '../../src/admission/judge.ts';
import type { HubKinds } from '../../src/admission/webhooks/hub-kinds.ts';
import { jsonPatchRules } from '../../src/admission/webhooks/json-patch-rules.ts';
import { memberClusterRules } from '../../src/admission/webhooks/member-cluster-rules.ts';
import { overrideRules } from '../../src/admission/webhooks/override-rules.ts';
import { placementPolicyRules } from '../../src/admission/webhooks/placement-policy-rules.ts';
import { placementRules } from '../../src/admission/webhooks/placement-rules.ts';
import { contradiction, type Requirement } from '../../src/admission/webhooks/property-contradiction.ts';
import { propertySelectorRules } from '../../src/admission/webhooks/property-rules.ts';
import type { Refusal } from '../../src/admission/webhooks/refusal.ts';
import { rolloutStrategyRules } from '../../src/admission/webhooks/rollout-strategy-rules.ts';
import { tolerationRules } from '../../src/admission/webhooks/toleration-rules.ts';
import { webhookRules } from '../../src/admission/webhooks/webhook-rules.ts';
import { isObject, listAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import { isMissing, truthPath } from '../support/truth.ts';

await loadEngines();

const FILES: readonly (readonly [string, HubProfile])[] = [
  ['admission-head.yaml', 'main'],
  ['admission-v031.yaml', 'v0.3'],
  ['admission-webhook.yaml', 'main'],
];

describe.skipIf(isMissing('corpus'))('corpus', () => {
  for (const [name, profile] of FILES) {
    it(`${name} on ${profile}`, () => {
      const rows = parse(readFileSync(truthPath('corpus', name), 'utf8')) as readonly JsonObject[];
      const count = { agreed: 0, needsOthers: 0 };
      const disagreed: string[] = [];
      for (const row of rows) {
        const agrees = agreement(row, profile);
        if (agrees === undefined) count.needsOthers++;
        else if (agrees) count.agreed++;
        else disagreed.push(`${stringAt(row, 'id') ?? ''} ${stringAt(row, 'name') ?? ''}`);
      }
      process.stdout.write(`${name}: ${JSON.stringify(count)}\n`);
      expect(disagreed).toEqual([]);
      expect(count.agreed).toBeGreaterThan(0);
    });
  }
});

/** `undefined`: the row tests a helper, or needs what else is on a hub. */
function agreement(row: JsonObject, profile: HubProfile): boolean | undefined {
  // A hub agent that has not found its kinds yet.
  if (row['name'] === 'nil resource informer') return undefined;
  if (row['steps'] !== undefined) return listAt(row, 'steps').every((step) => stepAgrees(step, profile));
  const refusals = isObject(row['input']) ? fromFunction(row, row['input'], profile) : fromHandler(row, profile);
  if (refusals === undefined || (row['verdict'] !== 'allow' && row['verdict'] !== 'deny')) return undefined;
  return refusals.length > 0 === (row['verdict'] === 'deny');
}

/** These tests run without webhooks. */
function stepAgrees(step: unknown, profile: HubProfile): boolean {
  const { object, oldObject, verdict } = step as { object: KubeObject; oldObject?: KubeObject; verdict: string };
  const extras = { webhooks: 'off' } as const;
  const denials =
    oldObject === undefined
      ? judgeCreate(object, profile, extras)
      : judgeUpdate(object, { manifest: oldObject, how: 'replace' }, profile, extras);
  return denials.length > 0 === (verdict === 'deny');
}

function fromFunction(row: JsonObject, input: JsonObject, profile: HubProfile): readonly unknown[] | undefined {
  if (['roList', 'croList', 'overrideCount', 'want', 'wantObj', 'rp'].some((name) => name in input)) return undefined;
  const group = stringAt(row, 'group') ?? '';
  const [name = ''] = Object.keys(input);
  // Go's nil lists.
  const value = input[name] ?? [];
  const asked: Readonly<Record<string, () => Iterable<unknown>>> = {
    crp: () => placementRules(value as KubeObject, profile, FAKE_KINDS),
    strategy: () => rolloutStrategyRules(value),
    policy: () =>
      group === 'TestValidateOverridePolicy'
        ? overrideRules({ kind: 'ResourceOverride', spec: { policy: value } } as unknown as KubeObject)
        : placementPolicyRules(value as JsonObject, profile),
    tolerations: () => tolerationRules({ tolerations: value }, ''),
    op: () => requirementRules({ name: 'a', operator: value as string, values: listAt(input, 'values').map(String) }, profile),
    reqs: () => [contradiction(value as readonly Requirement[])].filter((found) => found !== undefined),
    ro: () => overrideRules({ ...(value as KubeObject), kind: 'ResourceOverride' }),
    cro: () => overrideRules({ ...(value as KubeObject), kind: 'ClusterResourceOverride' }),
    jsonPatchOverrides: () => jsonPatchRules(value as readonly unknown[], ''),
    path: () => jsonPatchRules([{ op: 'add', path: value }], ''),
    taints: () => memberClusterRules({ spec: { taints: value } } as unknown as KubeObject),
  };
  const ask = asked[name];
  return ask === undefined ? undefined : [...ask()];
}

function requirementRules(requirement: Requirement, profile: HubProfile): Iterable<Refusal> {
  return propertySelectorRules({ matchExpressions: [requirement] }, '', profile);
}

function fromHandler(row: JsonObject, profile: HubProfile): readonly unknown[] | undefined {
  const kind = 'ClusterResourcePlacement';
  if (!(stringAt(row, 'id') ?? '').startsWith('clusterresourceplacement:') || !isObject(row['object'])) return undefined;
  const old = isObject(row['oldObject']) ? ({ ...row['oldObject'], kind } as unknown as KubeObject) : undefined;
  return webhookRules({ object: { ...row['object'], kind } as unknown as KubeObject, old, profile, kinds: FAKE_KINDS });
}

/** The REST mapper and informers of KubeFleet's tests know these kinds, in any group and version (`pkg/utils/test_util.go`). */
const FAKE_KINDS: HubKinds = {
  facts: (_group, _version, kind) => ({
    mapped: ['ClusterRole', 'Deployment', 'Namespace', 'ConfigMap'].includes(kind),
    clusterScoped: kind === 'ClusterRole' || kind === 'Namespace',
  }),
};
