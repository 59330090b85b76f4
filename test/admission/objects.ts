import { judgeCreate, type Denial, type Extras } from '../../src/admission/judge.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

const GROUP = 'placement.kubernetes-fleet.io';
const SELECTORS = [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' }];

/** A valid namespaced placement with more in its spec. No webhook looks at it. */
export function placement(spec: object = {}, version = 'v1beta1'): KubeObject {
  return {
    apiVersion: `${GROUP}/${version}`,
    kind: 'ResourcePlacement',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { resourceSelectors: SELECTORS, ...spec },
  };
}

/** A valid cluster-wide placement with more in its spec. */
export function clusterPlacement(spec: object = {}): KubeObject {
  return {
    apiVersion: `${GROUP}/v1beta1`,
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'web' },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }], ...spec },
  };
}

export function strategy(stage: object): KubeObject {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterStagedUpdateStrategy',
    metadata: { name: 'waves' },
    spec: { stages: [{ name: 'all', ...stage }] },
  };
}

/** The denials of an object, each as `reason field`. */
export function spelled(object: KubeObject, profile: HubProfile = 'main', extras: Extras = {}): readonly string[] {
  return judgeCreate(object, profile, extras).map(({ reason, field }) => `${reason} ${field}`);
}

/** The only denial of an object. */
export function onlyDenial(object: KubeObject, extras: Extras = {}): Denial {
  const [first, ...more] = judgeCreate(object, 'main', extras);
  if (first === undefined || more.length > 0) throw new Error(`expected one denial, got ${String(more.length + (first ? 1 : 0))}`);
  return first;
}
