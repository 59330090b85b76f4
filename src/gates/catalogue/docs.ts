/** The public pages about one symptom. */
export interface PublicPages {
  /** A page of KubeFleet itself. */
  readonly kubefleet: string;
  /** A page of Azure Kubernetes Fleet Manager, which runs KubeFleet. */
  readonly microsoft: string;
}

const KUBEFLEET = 'https://kubefleet.dev/docs/troubleshooting/';
const TROUBLESHOOT = 'https://learn.microsoft.com/en-us/troubleshoot/azure/kubernetes-fleet/';
const LEARN = 'https://learn.microsoft.com/en-us/azure/kubernetes-fleet/';
const PLACEMENT = `${TROUBLESHOOT}cluster-resource-placement/`;
const RUN = `${TROUBLESHOOT}staged-update-run/`;

/** A KubeFleet page is named after the condition; a Microsoft page after the condition and its wrong status. */
export const DOCS = {
  placement: pages('clusterresourceplacement', `${PLACEMENT}troubleshoot-clusterresourceplacement-api-issues`),
  resourcePlacement: pages('resourceplacement', `${PLACEMENT}troubleshoot-resourceplacement-api-issues`),
  scheduled: pages('placementscheduled', `${PLACEMENT}crp-clusterresourceplacementscheduled-false`),
  rolloutStarted: pages('placementrolloutstarted', `${PLACEMENT}crp-clusterresourceplacementrolloutstarted-false`),
  overridden: pages('placementoverridden', `${PLACEMENT}crp-clusterresourceplacementoverridden-false`),
  workSynchronized: pages('placementworksynchronized', `${PLACEMENT}crp-clusterresourceplacementworksynchronized-false`),
  applied: pages('placementapplied', `${PLACEMENT}crp-clusterresourceplacementapplied-false`),
  available: pages('placementavailable', `${PLACEMENT}crp-clusterresourceplacementavailable-false`),
  diffReported: pages('placementdiffreported', `${LEARN}concepts-placement-drift`),
  drift: pages('driftanddiffdetection', `${LEARN}concepts-placement-drift`),
  takeover: pages('placementapplied', `${LEARN}concepts-placement-takeover`),
  snapshots: pages('clusterresourceplacement', `${LEARN}concepts-placement-snapshots`),
  eviction: pages('clusterresourceplacementeviction', `${LEARN}concepts-eviction-disruption`),
  run: pages('stagedupdaterun', `${RUN}troubleshoot-staged-update-run-api-issues`),
  runInitialization: pages('stagedupdaterun', `${RUN}troubleshoot-cluster-staged-update-run-initialization-failures`),
  runExecution: pages('stagedupdaterun', `${RUN}troubleshoot-cluster-staged-update-run-execution-failures`),
  runStuck: pages('stagedupdaterun', `${RUN}troubleshoot-cluster-staged-update-run-stuck`),
} as const;

function pages(kubefleet: string, microsoft: string): PublicPages {
  return { kubefleet: `${KUBEFLEET}${kubefleet}`, microsoft };
}
