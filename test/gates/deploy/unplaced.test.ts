import { describe, expect, test } from 'vitest';

import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { gateReport } from '../../../src/gates/loop/gate-report.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { unplacedText } from '../../../src/report/facts/gate/unplaced.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';
import { renderJUnit } from '../../../src/report/junit/render-junit.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { exitCodeOf } from '../../../src/report.ts';
import type { GateReport, Report } from '../../../src/report.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const API = 'placement.kubernetes-fleet.io/v1beta1';

function settings(namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace } };
}

function neverPlaced(kind: 'Pod' | 'ServiceAccount' | 'Secret', namespace: string): KubeObject {
  const type = kind === 'Secret' ? { type: 'kubernetes.io/service-account-token' } : {};
  return { apiVersion: 'v1', kind, metadata: { name: 'default', namespace }, ...type };
}

function placement(kind: string, name: string, selector: Json, namespace?: string): KubeObject {
  const metadata = namespace === undefined ? { name } : { name, namespace };
  return { apiVersion: API, kind, metadata, spec: { resourceSelectors: [selector] } };
}

interface Way {
  readonly targets?: readonly string[];
  readonly requireSelected?: boolean;
  readonly onHub?: readonly KubeObject[];
  readonly hidden?: Readonly<Record<string, Visibility>>;
}

const held = greenFleet(['east'], [namespaceShop(), orders('v1'), settings('shop')]);

function look(
  manifests: readonly KubeObject[],
  { targets = ['crp/shop'], requireSelected = false, onHub = [], hidden }: Way = {},
): GateState {
  return gate({ targets, manifests, options: { requireSelected }, hidden }).once([...objectsOf(held), ...onHub]);
}

function named({ unplaced }: GateState): readonly string[] {
  return unplaced.map(({ object, selectedBy }) => [displayName(object), ...selectedBy.map(displayName)].join(' < '));
}

const byLabel = { group: '', version: 'v1', kind: 'Namespace', labelSelector: { matchLabels: { team: 'a' } } };
const teamNamespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels: { team: 'a' } } };

describe('an object of the deploy', () => {
  test.for<readonly [string, readonly KubeObject[], Way, readonly string[]]>([
    ['that a followed placement selects is placed', [settings('shop')], {}, []],
    ['in a namespace that no placement selects is not placed', [settings('shpo')], {}, ['ConfigMap/shpo/settings']],
    // In a namespace of the placement they are a failure of their own.
    ...(['Pod', 'ServiceAccount', 'Secret'] as const).map((kind): readonly [string, readonly KubeObject[], Way, readonly string[]] => [
      `of a kind that is not placed (${kind}), and that no placement selects, is named`,
      [neverPlaced(kind, 'shpo'), neverPlaced(kind, 'shop')],
      {},
      [`${kind}/shpo/default`],
    ]),
    [
      'that only a placement selects which is not followed is reported with it',
      [settings('mail')],
      { onHub: [placement('ClusterResourcePlacement', 'mail', { group: '', version: 'v1', kind: 'Namespace', name: 'mail' })] },
      ['ConfigMap/mail/settings < ClusterResourcePlacement/mail'],
    ],
    [
      'that a followed placement of the deploy selects is placed',
      [settings('mail'), placement('ResourcePlacement', 'mail', { group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }, 'mail')],
      { targets: ['crp/shop', 'rp/mail/mail'] },
      [],
    ],
    [
      'is checked with the deployed selectors, not with those on the hub',
      [settings('shop'), placement('ClusterResourcePlacement', 'shop', { group: '', version: 'v1', kind: 'Namespace', name: 'mail' })],
      {},
      ['ConfigMap/shop/settings'],
    ],
    [
      'in a namespace that the deploy labels as selected is placed',
      [settings('team'), teamNamespace, placement('ClusterResourcePlacement', 'shop', byLabel)],
      {},
      [],
    ],
    [
      'of another group is not taken for a placement, which would select it',
      [{ apiVersion: 'placements.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name: 'mail' } }],
      {},
      ['ClusterResourcePlacement/mail'],
    ],
    [
      'in a namespace without the label is not placed',
      [settings('team'), placement('ClusterResourcePlacement', 'shop', byLabel)],
      { onHub: [{ ...teamNamespace, metadata: { name: 'team' } }] },
      ['ConfigMap/team/settings'],
    ],
    [
      'in a namespace whose labels cannot be read may be selected',
      [settings('team'), placement('ClusterResourcePlacement', 'shop', byLabel)],
      { hidden: { Namespace: { kind: 'denied', message: 'forbidden' } } },
      [],
    ],
    [
      'that is a placement or a run need not be placed',
      [settings('shop'), placement('ClusterResourcePlacement', 'shop', { group: '', version: 'v1', kind: 'Namespace', name: 'shop' })],
      {},
      [],
    ],
  ])('%s', ([, manifests, way, expected]) => {
    expect(named(look(manifests, way))).toEqual(expected);
  });

  test('is selected by the placement of a followed run', () => {
    const run: KubeObject = {
      apiVersion: API,
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'v1' },
      spec: { placementName: 'shop', state: 'Run' },
    };
    expect(named(look([settings('shop'), settings('shpo'), run], { targets: ['csur/v1'] }))).toEqual(['ConfigMap/shpo/settings']);
  });

  test('without a namespace is named with that reason', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
    const { unplaced } = look([settings('default'), settings('shpo'), widget]);
    expect(unplacedText({ outcome: 'passed', placements: [], runs: [], timeline: [], unplaced })).toBe(
      'not compared with the hub, because no placement that was read selects them: ConfigMap/default/settings (a ClusterResourcePlacement places nothing of namespace default, in which an object without a namespace is), ConfigMap/shpo/settings, Widget/w (without a namespace, only a selector of its kind picks it)',
    );
  });

  test('of a kind that cannot be read is not called unselected', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };
    const hidden = { Widget: { kind: 'denied', message: 'widgets is forbidden' } } as const;
    const [found] = look([settings('shop'), widget], { hidden }).placements.flatMap(({ diagnoses }) => diagnoses);
    expect([found?.title, found?.evidence[1]]).toEqual([
      'An object of the deploy is not in the resource snapshot',
      'Widget on the hub was not read: widgets is forbidden',
    ]);
  });

  test('is not reported as unplaced while a followed placement is not seen', () => {
    expect(named(look([settings('shpo')], { targets: ['crp/absent'] }))).toEqual([]);
  });
});

describe('--require-selected', () => {
  test('fails only an object that is not placed', () => {
    expect(look([settings('shpo')]).outcome).toBe('passed');
    expect(look([settings('shpo')], { requireSelected: true }).outcome).toBe('failed');
    expect(look([settings('shop')], { requireSelected: true }).outcome).toBe('passed');
  });

  test('ends the wait with its exit code', async () => {
    const asked = { manifests: [settings('shpo')], options: { requireSelected: true } };
    const { report, seconds } = await gate(asked).play([{ at: 0, objects: objectsOf(held) }]);
    expect(exitCodeOf(report.outcome)).toBe(1);
    expect(seconds).toBeLessThan(60);
  });
});

describe('the report', () => {
  const report = (judged: GateReport): Report => ({
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0.0.0' },
    command: 'wait',
    outcome: judged.outcome,
    exitCode: exitCodeOf(judged.outcome),
    gate: judged,
  });
  const of = (manifests: readonly KubeObject[], requireSelected = false): Report => {
    const state = look(manifests, { requireSelected });
    return report(gateReport(state.outcome, state));
  };

  test('names the object in the first lines of every format', () => {
    const passed = of([settings('shpo')]);
    expect(renderText(passed)).toContain('checked: the hub has exactly the content that it selects');
    const placements = passed.gate?.placements.map((each) => ({ ...each, isAdjusted: true as const })) ?? [];
    const adjusted = renderText({ ...passed, ...(passed.gate && { gate: { ...passed.gate, placements } }) });
    expect(adjusted).toContain('checked: the hub has the content that it selects, except for what it sets itself');
    expect(renderText(passed).split('\n')[0]).toContain(
      '; not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings',
    );
    expect(renderMarkdown(passed, {}).split('\n').slice(0, 3).join(' ')).toContain('ConfigMap/shpo/settings');
    expect(renderJUnit(passed)).toContain(
      'not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings',
    );
    expect(JSON.parse(renderJson(passed))).toMatchObject({
      gate: { unplaced: [{ object: { kind: 'ConfigMap', namespace: 'shpo', name: 'settings' }, selectedBy: [] }] },
    });
  });

  test('has the object as the cause if it is', () => {
    expect(renderText(of([settings('shpo')], true)).split('\n')[0]).toBe(
      'FAILED: not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings',
    );
  });

  test('has the object below another cause', () => {
    const waiting = look([settings('shpo'), orders('v2')]);
    const lines = renderText(report(gateReport('timedOut', waiting))).split('\n');
    expect(lines[0]).not.toContain('no placement that was read selects');
    expect(lines.slice(0, 6).join('\n')).toContain(
      'not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings',
    );
  });

  test('does not mention it if every object is selected', () => {
    expect(renderText(of([settings('shop')]))).not.toContain('no placement that was read selects');
    expect(renderJson(of([settings('shop')]))).not.toContain('unplaced');
  });
});
