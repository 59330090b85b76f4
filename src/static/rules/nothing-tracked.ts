/**
 * KubeFleet tracks the availability of six kinds. Plain data is available at once, and all other objects are available when they are
 * applied. Source: `pkg/controllers/workapplier/availability_tracker.go` (trackInMemberClusterObjAvailabilityByGVR, isDataResource).
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { trackingOf } from '../../fleet/kubefleet/availability.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { sendsSome } from '../placing/placements-of-object.ts';
import { mayComeFromHub, contentOf } from '../placing/selected-content.ts';

export const nothingTracked = defineRule<{ readonly kinds: readonly string[] }>({
  id: 'nothing-tracked',
  summary: 'KubeFleet does not track the availability of anything that the placement sends',
  effect: 'advice',
  kinds: PLACEMENT_KINDS,
  why: 'KubeFleet waits for Deployments, StatefulSets, DaemonSets, Services, PodDisruptionBudgets and CustomResourceDefinitions until they are available. ConfigMaps, Secrets, roles and other plain data are available as soon as they are applied. KubeFleet treats a Job, an Ingress or a custom resource as available right after the apply. If a placement sends only such objects, `Available` can be True while a Job fails on every cluster. Checked against the manifests only. Not reported for a placement that sends only data, or, if the hub is read, one that selects more than single objects.',
  remedy: 'Check the objects on the members (`kubectl get`), or let the deploy wait for them in another way.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementavailable',
  message: ({ kinds }) =>
    `This placement sends ${listed(kinds, 3, 'kinds')}, whose availability KubeFleet does not track: green means applied, not working.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isResolved(manifest, '/spec/strategy') || stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff') return;
    if (mayComeFromHub(manifest, world)) return;
    if (sendsSome(manifest, ({ object: each }) => trackingOf(each, each) === 'tracked', world)) return;
    const sent = contentOf(manifest, world) ?? [];
    const untracked = sent.filter((each) => trackingOf(each, each.object) === 'untracked');
    if (untracked.length === 0 || sent.some((each) => trackingOf(each, each.object) === 'tracked')) return;
    yield { at: '/spec/resourceSelectors', part: 'key', data: { kinds: [...new Set(untracked.map(({ kind }) => kind))].toSorted() } };
  },
});
