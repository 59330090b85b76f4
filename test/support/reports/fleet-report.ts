import type { Diagnosis, GatedCluster, GatedPlacement, Report, TimelineEntry } from '../../../src/report.ts';

const API = 'placement.kubernetes-fleet.io/v1';
const REGIONS = ['norwayeast', 'swedencentral', 'germanywestcentral'];

/** A gate over this many placements and clusters. For the first placement, every tenth cluster from the fourth on failed to apply. */
export function fleetReport(placements: number, clusters: number, isGrouped: boolean): Report {
  const gated = Array.from({ length: placements }, (_, index) => gatedPlacement(index, clusters, isGrouped));
  return {
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0.1.0' },
    command: 'wait',
    outcome: 'failed',
    exitCode: 1,
    gate: {
      outcome: 'failed',
      judgedAt: '2026-11-20T03:15:52Z',
      placements: gated,
      runs: [],
      timeline: gated.flatMap(courseOf).toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    },
  };
}

function gatedPlacement(index: number, count: number, isGrouped: boolean): GatedPlacement {
  const clusters = Array.from({ length: count }, (_, number): GatedCluster => {
    const isBad = index === 0 && number % 10 === 4;
    return {
      name: `aks-${String(number).padStart(3, '0')}`,
      verdict: isBad ? 'failed' : 'passed',
      stage: isBad ? 'Applied' : 'Available',
      since: '2026-11-20T03:11:40Z',
      ...(isGrouped ? { group: REGIONS[number % REGIONS.length] ?? '' } : {}),
    };
  });
  const bad = clusters.filter(({ verdict }) => verdict === 'failed');
  return {
    object: { apiVersion: API, kind: 'ClusterResourcePlacement', name: `shop-${index}` },
    verdict: bad.length > 0 ? 'failed' : 'passed',
    summary: bad.length > 0 ? `Quota team has no room: count/configmaps (${bad[0]?.name ?? ''})` : `good on ${count} clusters`,
    generation: 1,
    snapshotIndex: 0,
    freshness: 'proven',
    clusters,
    ...(isGrouped ? { groupedBy: 'topology.kubernetes.io/region' } : {}),
    diagnoses: bad.map(({ name }) => diagnosisOn(name)),
  };
}

function diagnosisOn(cluster: string): Diagnosis {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'templates' };
  return {
    id: 'apply-quota-exceeded',
    title: 'Quota team has no room: count/configmaps',
    outcome: 'terminal',
    cluster,
    object,
    evidence: [
      'quota team: count/configmaps: 1 more asked for, 1 of 1 used',
      'Applied False ManifestApplyFailed: configmaps "templates" is forbidden: exceeded quota: team',
    ],
    chain: [
      { kind: 'ClusterResourcePlacement', name: 'shop-0', stage: 'Applied', state: 'Applied False ApplyFailed' },
      {
        kind: 'ClusterResourceBinding',
        name: `shop-0-${cluster}-0a1b2c3d`,
        stage: 'Applied',
        state: 'Applied False NotAllWorkHaveBeenApplied',
        since: '2026-11-20T03:11:40Z',
      },
      { kind: 'Work', namespace: `fleet-member-${cluster}`, name: 'shop-0-work', stage: 'Applied', state: 'Applied False' },
      { kind: object.kind, namespace: object.namespace, name: object.name, stage: 'Applied', state: 'Applied False ManifestApplyFailed' },
    ],
    explain: 'The quota of the namespace on the member has no room for the object.',
    remedy: ['See what is used: `kubectl -n shop get resourcequota team -o yaml`', 'Raise the quota, or place less.'],
    docs: 'https://kubefleet.dev/docs/',
  };
}

function courseOf({ object, clusters }: GatedPlacement): readonly TimelineEntry[] {
  return clusters.flatMap(({ name, verdict }, number) => {
    const at = (seconds: number): string => new Date(Date.parse('2026-11-20T03:11:00Z') + seconds * 1000).toISOString();
    const own = { object, cluster: name };
    return [
      { at: at(0), ...own, stage: 'RolloutStarted', to: 'waiting at RolloutStarted' },
      { at: at(10 + (number % 60)), ...own, stage: 'Applied', to: 'waiting at Applied' },
      verdict === 'passed'
        ? { at: at(40 + (number % 120)), ...own, stage: 'Available', to: 'passed' }
        : { at: at(50 + (number % 60)), ...own, stage: 'Applied', to: 'failed at Applied' },
    ];
  });
}
