/** Public pages about KubeFleet's failures; the page of a condition is named after it. */
const KUBEFLEET = 'https://kubefleet.dev/docs/troubleshooting/';
const MICROSOFT = 'https://learn.microsoft.com/en-us/troubleshoot/azure/kubernetes-fleet/';

export const DOCS = {
  placement: `${KUBEFLEET}clusterresourceplacement`,
  scheduled: `${KUBEFLEET}placementscheduled`,
  rolloutStarted: `${KUBEFLEET}placementrolloutstarted`,
  overridden: `${KUBEFLEET}placementoverridden`,
  workSynchronized: `${KUBEFLEET}placementworksynchronized`,
  applied: `${KUBEFLEET}placementapplied`,
  available: `${KUBEFLEET}placementavailable`,
  diffReported: `${KUBEFLEET}placementdiffreported`,
  drift: `${KUBEFLEET}driftanddiffdetection`,
  resourcePlacement: `${KUBEFLEET}resourceplacement`,
  run: `${KUBEFLEET}stagedupdaterun`,
  runInitialization: `${MICROSOFT}staged-update-run/troubleshoot-cluster-staged-update-run-initialization-failures`,
  runExecution: `${MICROSOFT}staged-update-run/troubleshoot-cluster-staged-update-run-execution-failures`,
  runStuck: `${MICROSOFT}staged-update-run/troubleshoot-cluster-staged-update-run-stuck`,
  eviction: `${KUBEFLEET}clusterresourceplacementeviction`,
  snapshots: 'https://learn.microsoft.com/azure/kubernetes-fleet/concepts-placement-snapshots',
  takeover: 'https://learn.microsoft.com/azure/kubernetes-fleet/concepts-placement-takeover',
} as const;
