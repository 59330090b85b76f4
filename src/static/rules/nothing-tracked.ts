/**
 * KubeFleet tracks the availability of six kinds. Plain data is available at once, and all other objects are available when they are
 * applied. Source: `pkg/controllers/workapplier/availability_tracker.go` (trackInMemberClusterObjAvailabilityByGVR, isDataResource).
 */
import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { trackingOf } from '../../fleet/kubefleet/availability.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { placesSome } from '../placing/placements-of-object.ts';
import { mayComeFromHub, sentBy } from '../placing/sent-objects.ts';

export const nothingTracked = defineRule<{ readonly kinds: readonly string[] }>({
  id: 'nothing-tracked',
  summary: 'Nothing that the placement sends is followed until it works',
  effect: 'advice',
  kinds: ['ClusterResourcePlacement', 'ResourcePlacement'],
  why: 'KubeFleet waits for Deployments, StatefulSets, DaemonSets, Services, PodDisruptionBudgets and CustomResourceDefinitions until they are available. ConfigMaps, Secrets, roles and other plain data are as soon as they are applied. A Job, an Ingress or a custom resource counts as available right after the apply. Where a placement sends only such objects, `Available` is True while a Job fails on every cluster. It goes by what the manifests hold; a placement of nothing but data is left alone, and where the hub is read one that selects more than single objects.',
  remedy: 'Check on the members what came of it (`kubectl get`), or let the deploy wait for that by other means than the placement.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementavailable',
  message: ({ kinds }) =>
    `Of what this placement sends only ${listed(kinds, 3, 'kinds')} could fail, which KubeFleet does not follow, so green proves no more than the apply.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isResolved(manifest, '/spec/strategy') || stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff') return;
    if (mayComeFromHub(manifest, world)) return;
    if (placesSome(manifest, ({ object: each }) => trackingOf(each, each) === 'tracked', world)) return;
    const sent = sentBy(manifest, world) ?? [];
    const untracked = sent.filter((each) => trackingOf(each, each.object) === 'untracked');
    if (untracked.length === 0 || sent.some((each) => trackingOf(each, each.object) === 'tracked')) return;
    yield { at: '/spec/resourceSelectors', part: 'key', data: { kinds: [...new Set(untracked.map(({ kind }) => kind))].toSorted() } };
  },
});
