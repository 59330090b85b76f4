/**
 * A selector for a kind that no hub serves makes the whole selection of a ResourcePlacement invalid; in a ClusterResourcePlacement the
 * webhook refuses it. Source: `pkg/utils/controller/resource_selector_resolver.go`, fetchResources (`failed to get GVR of the selector`).
 */
import { kindHint } from '../../admission/wording/kind-hint.ts';
import { isSkippedKind } from '../../selection/propagation.ts';
import { kindsOf } from '../answers/admission.ts';
import { isServedByNoRelease } from '../answers/missing-kind.ts';
import { selectorsOf, type Selector } from '../world/selectors.ts';
import { defineRule } from '../world/rule.ts';

export const rpSelectsUnknownKind = defineRule<Selector>({
  id: 'rp-selects-unknown-kind',
  summary: 'A ResourcePlacement selects a built-in kind or version that does not exist',
  effect: 'fails',
  kinds: ['ResourcePlacement'],
  why: 'The hub looks up the kind of each selector and rejects the whole selection if it does not find one: `Scheduled` is False with reason `InvalidResourceSelectors` and `failed to get GVR of the selector: no matches for kind …`. It still accepts the manifest, because no webhook checks ResourcePlacements. A missing kind or version is reported in the groups of Kubernetes and KubeFleet, and in a group that is one of these misspelt. Custom kinds may be installed.',
  remedy: 'Write group, version and kind as `kubectl api-resources` lists them on the hub.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: ({ group, version, kind }) =>
    `There is no kind ${kind} in ${[group, version].filter((part) => part !== '').join('/')}, so the whole selection is invalid.`,
  remedyFor: ({ group, version, kind }) => kindHint(group, version, kind),
  *check(manifest, world) {
    const kinds = kindsOf(world);
    for (const selector of selectorsOf(manifest, world)) {
      const { at, group, version, kind } = selector;
      if (isSkippedKind(selector, world.target) === 'yes' || version === '') continue;
      const { mapped } = kinds.facts(group, version, kind);
      const apiVersion = group === '' ? version : `${group}/${version}`;
      if (mapped === false || (mapped === undefined && isServedByNoRelease({ apiVersion, kind }, world)))
        yield { at: `${at}/kind`, data: selector };
    }
  },
});
