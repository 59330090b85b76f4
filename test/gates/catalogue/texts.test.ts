import { describe, expect, test } from 'vitest';

import { stringAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { applyOwnedByOtherPlacement } from '../../../src/gates/catalogue/failures/apply-owned-by-other-placement.ts';
import { runSchedulingUnfinished } from '../../../src/gates/catalogue/failures/run-scheduling-unfinished.ts';
import { runSortLabelInvalid } from '../../../src/gates/catalogue/failures/run-sort-label-invalid.ts';
import { runWaitingApproval } from '../../../src/gates/catalogue/failures/run-waiting-approval.ts';
import { selectionEmpty } from '../../../src/gates/catalogue/failures/selection-empty.ts';
import { filler } from '../../../src/gates/catalogue/words.ts';
import { DEFAULT_GRACES } from '../../../src/gates/graces.ts';
import { refusedSelector } from '../../../src/gates/observations/placement/refused-selector.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { flagTerms } from '../../../src/terms.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  member,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementAt,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const { once } = gate();

function looked(objects: readonly KubeObject[], asked: Asked = {}): readonly Diagnosis[] {
  return diagnosesIn(once(objects, asked));
}

function fixture(id: string, change: (objects: readonly KubeObject[]) => readonly KubeObject[] = (same) => same): Diagnosis | undefined {
  const { objects, asked } = hubFixture(id);
  return looked(change(objects), asked).find((found) => found.id === id);
}

function withSpec({ placement, ...fleet }: Fleet, change: Readonly<Record<string, unknown>>): Fleet {
  return { ...fleet, placement: { ...placement, spec: { ...(placement['spec'] as object), ...change } } };
}

const allText = (found: Diagnosis | undefined): string => JSON.stringify([found?.title, found?.explain, found?.remedy, found?.evidence]);

describe('labels that no cluster has', () => {
  test('are reported if too few clusters are found, with the requested labels', () => {
    const message = 'could not find all clusters needed as specified by the scheduling policy, found 1 cluster(s) instead';
    const { placement, ...rest } = greenFleet(['east']);
    const status = placement['status'] as { readonly conditions: readonly object[] };
    const conditions = [no('ClusterResourcePlacementScheduled', 'SchedulingPolicyUnfulfilled', 1, message), ...status.conditions.slice(1)];
    const policy = {
      placementType: 'PickN',
      numberOfClusters: 3,
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prd' } } }] },
        },
      },
    };
    const fleet = withSpec({ ...rest, placement: { ...placement, status: { ...status, conditions } } }, { policy });
    const [found] = looked(objectsOf(fleet));
    expect(found?.id).toBe('scheduled-too-few-clusters');
    expect(found?.evidence).toContain('asked for 3 clusters; the fleet has 1 cluster');
    expect(found?.evidence.join(' ')).toContain('no cluster has the label env=prd, the nearest is prod');
    expect(found?.explain).toContain('asks for 3 clusters');
    const [unread] = looked(objectsOf(fleet).filter(({ kind }) => kind !== 'MemberCluster'));
    expect(unread?.evidence).toContain('asked for 3 clusters; the fleet has no cluster');
  });
});

describe('strategy External', () => {
  const old = greenFleet(['east']);
  const external = withSpec({ ...old, content: [namespaceShop(), orders('v2')] }, { strategy: { type: 'External' } });
  const manifests = [orders('v2')];
  const fresh = (objects: readonly KubeObject[]): string =>
    allText(looked(objects, { manifests }).find(({ id }) => id === 'snapshot-not-fresh'));
  const run: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'next', generation: 1 },
    spec: { placementName: 'shop', state: 'Run' },
  };

  test('does not say that the gate waits for a snapshot if no run would take one', () => {
    expect(fresh(objectsOf(external))).toContain('Create an update run');
    expect(fresh(objectsOf(external))).not.toContain('the gate waits');
  });

  test('reports the missing run without the content that an earlier one has brought', () => {
    const ended = {
      ...run,
      status: { conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), yes('Succeeded', 'UpdateRunSucceeded', 1)] },
    };
    const evidenceOf = (objects: readonly KubeObject[]): readonly string[] | undefined =>
      looked(objects, { manifests }).find(({ id }) => id === 'external-run-missing')?.evidence;
    expect(evidenceOf([...objectsOf(external), ended])).toEqual(['ClusterStagedUpdateRun next has ended']);
    expect(evidenceOf(objectsOf(external))).toEqual(['no update run names shop']);
  });

  test('waits for the run if one is active', () => {
    expect(fresh([...objectsOf(external), run])).toContain('while its update run is active');
  });

  test('takes a snapshot by itself with any other strategy', () => {
    expect(fresh(objectsOf({ ...old, content: [namespaceShop(), orders('v2')] }))).toContain('Wait a minute for the snapshot');
  });
});

describe('selectors that the hub refuses', () => {
  const placement = (...resourceSelectors: readonly object[]): KubeObject => ({ ...greenFleet().placement, spec: { resourceSelectors } });
  const namespace = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
  const settings = { group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' };
  const role = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };

  test.each<readonly [string, string, KubeObject, object]>([
    [
      'objects in a namespace need the scope of its Namespace selector',
      'invalid placement /shop: cannot select namespace-scoped resource /v1, Resource=configmaps in a clusterResourcePlacement',
      placement(namespace, settings),
      { selector: 'spec.resourceSelectors[1] (ConfigMap settings)', scoped: 'spec.resourceSelectors[0] (Namespace shop)' },
    ],
    [
      'no Namespace selector exists that could get the scope',
      'invalid placement /shop: cannot select namespace-scoped resource /v1, Resource=configmaps in a clusterResourcePlacement',
      placement(settings),
      { selector: 'spec.resourceSelectors[0] (ConfigMap settings)' },
    ],
    [
      'a kind of the cluster scope in a ResourcePlacement',
      'invalid placement shop/shop: cannot select cluster-scoped resource rbac.authorization.k8s.io/v1, Resource=clusterroles in a resourcePlacement',
      placement(settings, role),
      { selector: 'spec.resourceSelectors[1] (ClusterRole reader)' },
    ],
    [
      'a namespace other than the first',
      "namespace resource selector is choosing a different namespace 'b' from what was originally picked 'a'. This is not allowed for NamespaceAccessible ClusterResourcePlacement",
      placement(namespace),
      { kept: 'a' },
    ],
    ['a duplicate', 'found duplicate resource {Group: Version:v1 Kind:ConfigMap Name:a Namespace:b}', placement(settings), {}],
  ])('%s', (_what, message, object, words) => {
    expect(refusedSelector(object, message)).toEqual(words);
  });

  test('do not change what was placed before', () => {
    expect(allText(fixture('selectors-invalid'))).not.toContain('Nothing at all');
    expect(allText(fixture('selectors-invalid'))).toContain('What was placed before stays');
  });
});

test('the namespace of a ResourcePlacement is not searched for, because it exists', () => {
  const adviceFor = (kind: string): string => {
    const target = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind, namespace: 'shop', name: 'shop' };
    const seen = { scope: 'placement', step: 'Scheduled', fact: 'nothing-selected', target, evidence: [] } as const;
    return [...(selectionEmpty.details?.(seen).remedy ?? selectionEmpty.remedy)].join(' ');
  };
  expect(adviceFor('ResourcePlacement')).not.toContain('get namespaces');
  expect(adviceFor('ResourcePlacement')).toContain('in the namespace of');
  expect(adviceFor('ClusterResourcePlacement')).toContain('get namespaces');
});

test('the owning placement is searched for only if it is not named', () => {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const seen = { scope: 'manifest', step: 'Applied', target, object: target, evidence: [] } as const;
  const owner = { work: 'till-work', isOwn: false, isReleasing: false };
  const stepsFor = (placement: typeof target | undefined): string => {
    const owners = [placement === undefined ? owner : { ...owner, placement }];
    const found = applyOwnedByOtherPlacement.details?.({ ...seen, ownership: { owners, copies: 1 } });
    return (found?.remedy ?? applyOwnedByOtherPlacement.remedy).join(' ');
  };
  expect(stepsFor({ ...target, name: 'till' })).not.toContain('See its owner, an AppliedWork');
  expect(stepsFor({ ...target, name: 'till' })).toContain('Remove {object} from the selection');
  expect(stepsFor(undefined)).toContain('See its owner, an AppliedWork');
});

test('the sorting label to correct is named with its cluster', () => {
  expect(fixture('run-sort-label-invalid')?.title).toMatch(/^(?:The sorting label \S+ of cluster|Cluster) m\d /);
  expect(fixture('run-sort-label-invalid')?.remedy.join(' ')).toMatch(/ label memberclusters m\d \S+=1 --overwrite/);
});

test('a cluster without the sorting label is advised to get it; for another value, the advice says that others may use the label', () => {
  const stepsFor = (value: string): readonly string[] => {
    const message = `the sorting label \`order:${value}\` on cluster \`west\` is not valid: strconv.Atoi: parsing "${value}": invalid syntax`;
    const target = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterStagedUpdateRun', name: 'run' };
    const condition = { type: 'Initialized', status: 'False', reason: 'UpdateRunInitializedFailed', message } as const;
    const found = runSortLabelInvalid.details?.({ scope: 'run', step: 'RolloutStarted', target, condition, evidence: [] });
    return [found?.title ?? '', ...(found?.remedy ?? [])];
  };
  expect(stepsFor('')[0]).toBe('Cluster west has no sorting label order');
  expect(stepsFor('').join(' ')).not.toContain('--overwrite');
  expect(stepsFor('eastus')[0]).toBe('The sorting label order of cluster west is not an integer');
  expect(stepsFor('eastus')[2]).toContain('Sort by a label that holds integers');
});

describe('a run that did not find the clusters that the placement picks', () => {
  const detailsOf = (text: string): ReturnType<NonNullable<typeof runSchedulingUnfinished.details>> | undefined => {
    const message = `cannot continue the updateRun: failed to validate the updateRun: ${text}`;
    const target = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterStagedUpdateRun', name: 'run' };
    const condition = { type: 'Initialized', status: 'False', reason: 'UpdateRunInitializedFailed', message } as const;
    return runSchedulingUnfinished.details?.({ scope: 'run', step: 'RolloutStarted', target, condition, evidence: [] });
  };
  const counted = (selected: number, asked: number): string =>
    `the number of selected bindings ${String(selected)} is not equal to the observed cluster count ${String(asked)}`;

  test('has counted clusters that will be left if there were more', () => {
    expect(detailsOf(counted(6, 3))?.title).toBe('The run found clusters that the placement has not left yet');
    expect(detailsOf(counted(6, 3))?.explain).toMatch(/had 6 bindings, although it picks 3 clusters/);
    expect(detailsOf(counted(2, 1))?.explain).toContain('picks 1 cluster.');
    expect(detailsOf(counted(6, 3))?.remedy?.join(' ')).not.toContain('Wait for the scheduler');
  });

  test('was too early if there were fewer, or if nothing was scheduled', () => {
    for (const text of [counted(1, 3), 'policy snapshot `shop-0` not fully scheduled yet']) expect(detailsOf(text)).toEqual({});
    expect(detailsOf('no scheduled or to-be-deleted bindings found for the latest policy snapshot /shop-0')?.title).toContain('no cluster');
  });

  test('is reported with commands for its placement, not for the run', () => {
    const found = fixture('run-scheduling-unfinished', (objects) =>
      JSON.parse(JSON.stringify(objects).replace(/policy snapshot `shop-0` not fully scheduled yet/g, counted(3, 2))),
    );
    expect(found?.remedy.join(' ')).toContain('-l kubernetes-fleet.io/parent-CRP=shop ');
    expect(found?.explain).toContain('shop had 3 bindings');
  });
});

test('the cluster in two stages is named', () => {
  expect(fixture('run-cluster-in-two-stages')?.title).toMatch(/^Cluster m\d is in two stages$/);
});

test('a run that has ended shows nothing as waiting', () => {
  const ended = ['run-failed', 'run-preempted', 'run-clusters-changed', 'run-placement-changed'].flatMap((id) => {
    const { objects, asked } = hubFixture(id);
    return once(objects, asked).runs;
  });
  expect(ended.length).toBeGreaterThan(0);
  expect(
    ended.flatMap(({ stages }) => stages.flatMap((stage) => [stage.verdict, ...stage.clusters.map(({ verdict }) => verdict)])),
  ).not.toContain('waiting');
});

describe('a member that is waited for', () => {
  const content = [namespaceShop(), orders('v1')];
  const pending = (age: number): readonly KubeObject[] => {
    const fleet = greenFleet(['west'], content);
    return objectsOf({
      ...placementAt(fleet, 'Applied', 'ApplyPending'),
      bindings: [bindingAt('west', 0, no('Applied', 'ApplyInProgress', 3))],
      works: [],
      members: [member('west', age)],
    });
  };

  test('is reported with the age of its heartbeat', () => {
    expect(looked(pending(42))[0]?.evidence).toContain("last heartbeat 42 s ago by the hub's clock");
  });

  test('is reported as silent with that age too', () => {
    expect(looked(pending(720)).find(({ id }) => id === 'member-silent')?.explain).toContain('no heartbeat for 12 min.');
  });

  test('is reported after a minute, if its grace is that short', () => {
    const quick = { ...member('west', 67), spec: { heartbeatPeriodSeconds: 10 } };
    const silent = [...pending(67).filter(({ kind }) => kind !== 'MemberCluster'), quick, member('east', 5)];
    const said = looked(silent, { grace: { ...DEFAULT_GRACES, heartbeat: 0 } }).find(({ id }) => id === 'member-silent');
    expect(said?.explain).toContain('no heartbeat for 67 s.');
    expect(said?.evidence).toContain("last heartbeat 67 s ago by the hub's clock");
  });
});

describe('the hub agent', () => {
  const withLabel =
    (key: string) =>
    (objects: readonly KubeObject[]): readonly KubeObject[] =>
      objects.map((object) =>
        object.kind === 'MemberCluster'
          ? { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, [key]: 'x' } } }
          : object,
      );

  test.each(['placement-not-reconciled', 'apply-status-stale', 'override-error', 'run-not-initialized', 'rollout-undecided'])(
    '%s does not ask a user of Azure for logs out of reach',
    (id) => {
      expect(allText(fixture(id, withLabel('example.com/location')))).toContain('-n fleet-system');
      const onAzure = fixture(id, withLabel('fleet.azure.com/location'));
      expect(onAzure).toBeDefined();
      expect(allText(onAzure)).not.toContain('hub-agent`');
      expect(allText(onAzure)).not.toContain('-n fleet-system');
    },
  );
});

describe('an open approval', () => {
  const { objects, asked } = hubFixture('run-waiting-approval');
  const run = objects.find(({ kind }) => kind === 'ClusterStagedUpdateRun');
  const placementName = stringAt(run, 'spec', 'placementName') ?? '';
  const targets = [...asked.targets, `crp/${placementName}`];
  const adviceOf = (all: readonly KubeObject[]): readonly string[] =>
    looked(all, { ...asked, targets })
      .filter(({ id }) => id === 'run-waiting-approval')
      .flatMap(({ remedy }) => remedy);

  test('is not recommended if the placement has failed', () => {
    const refused = objects.map((object) => {
      if (object.kind !== 'ClusterResourcePlacement' || object.metadata.name !== placementName) return object;
      const conditions = [
        no(
          'ClusterResourcePlacementScheduled',
          'InvalidResourceSelectors',
          object.metadata.generation,
          'The resource selectors are invalid: x',
        ),
      ];
      return { ...object, status: { ...(object['status'] as object), conditions } };
    });
    expect(adviceOf(refused).join(' ')).toContain('Do not approve it now');
    expect(adviceOf(refused).join(' ')).not.toContain('Approve it if they are.');
  });

  test('is recommended if nothing has failed', () => {
    expect(adviceOf(objects).join(' ')).toContain('Approve it if they are.');
  });

  test('has commands that name the run, its namespace, its stage and the hub', () => {
    const apiVersion = 'placement.kubernetes-fleet.io/v1';
    const reach = { hub: { context: 'hub' } };
    const stepsFor = (target: ObjectRef): readonly string[] => {
      const seen = { scope: 'run', step: 'RolloutStarted', target, evidence: [], words: { stage: 'canary' } } as const;
      return runWaitingApproval.remedy.map(filler(seen, { terms: flagTerms, reach, hubKind: 'other' }));
    };
    expect(stepsFor({ apiVersion, kind: 'StagedUpdateRun', namespace: 'team', name: 'v2' }).slice(0, 2)).toEqual([
      expect.stringContaining('`fleet-gate approve --context hub sur/team/v2 --stage canary --dry-run`'),
      expect.stringContaining('`fleet-gate approve --context hub sur/team/v2 --stage canary`'),
    ]);
    expect(stepsFor({ apiVersion, kind: 'ClusterStagedUpdateRun', name: 'v2' })[1]).toContain(' csur/v2 --stage canary`');
  });
});

test('a dry run names its file', () => {
  expect(allText(fixture('apply-rejected-invalid'))).toContain('--dry-run=server -f ');
});

test('an object that waits for its pods still has the advice about images', () => {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['west'], content);
  const objects = objectsOf({
    ...placementAt(fleet, 'Available', 'ResourceNotAvailableYet'),
    bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
    works: [badWork('west', 0, content, content[1] ?? namespaceShop(), no('Available', 'ManifestNotAvailableYet'))],
  });
  expect(allText(looked(objects)[0])).toContain('image');
});
