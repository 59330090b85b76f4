/**
 * API servers take any text for an image; the kubelet on the member is the first to read it and answers `InvalidImageName`.
 * Source: Kubernetes `pkg/kubelet/images/image_manager.go`, and the grammar of distribution/reference.
 */
import { listAt, stringAt } from '../../fleet/json.ts';
import { listed } from '../../fleet/listed.ts';
import { substitute } from '../../schedule/override/cluster-variables.ts';
import { imagesOf } from '../images/images-of.ts';
import { readImage } from '../images/image-reference.ts';
import { knownClusters } from '../known-clusters.ts';
import type { Manifest } from '../manifest.ts';
import { POD_KINDS } from '../references/pod-template.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface Invalid {
  readonly text: string;
  readonly fault: string;
  /** The clusters an override makes it of; empty for all of them. */
  readonly clusters: readonly string[];
}

export const imageInvalid = defineRule<Invalid>({
  id: 'image-invalid',
  summary: 'The image is no image reference',
  effect: 'fails',
  kinds: [...POD_KINDS, 'ResourceOverride', 'ClusterResourceOverride'],
  why: 'Neither hub nor member look at the name of an image when they take the object. The kubelet does, refuses it with `InvalidImageName`, and the Pods never start: the placement stays at `Available` False on every cluster that gets it. Overrides are read as the clusters get them, with the names and labels of the known clusters in place of variables.',
  remedy: 'Write `registry/repository:tag`, the repository in lower case.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  message: ({ text, fault, clusters }) =>
    `The image ${JSON.stringify(text)} is not valid${clusters.length === 0 ? '' : ` on ${listed(clusters, 3)}`}: ${fault}.`,
  *check(manifest, world) {
    for (const { at, text } of imagesOf(manifest.object)) {
      const read = readImage(text);
      if ('fault' in read && isResolved(manifest, at)) yield { at, data: { text, fault: read.fault, clusters: [] } };
    }
    yield* ofPatches(manifest, world);
  },
});

const IMAGE_PATH = /\/(initContainers|containers|ephemeralContainers)\/\d+\/image$/;

function* ofPatches(manifest: Manifest, world: World): Iterable<{ readonly at: string; readonly data: Invalid }> {
  for (const [index, rule] of listAt(manifest.object, 'spec', 'policy', 'overrideRules').entries()) {
    for (const [operation, patch] of listAt(rule, 'jsonPatchOverrides').entries()) {
      const at = `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${operation}/value`;
      const value = stringAt(patch, 'value');
      if (value === undefined || !IMAGE_PATH.test(stringAt(patch, 'path') ?? '') || !isResolved(manifest, at)) continue;
      const data = faultOn(value, world);
      if (data !== undefined) yield { at, data };
    }
  }
}

/** The first fault, and the clusters that get it; a value with variables is judged for known clusters only. */
function faultOn(value: string, world: World): Invalid | undefined {
  const clusters = value.includes('${') ? (knownClusters(world) ?? []) : [{ name: '', labels: {} }];
  const found = clusters.flatMap((cluster) => {
    const substituted = substitute(value, cluster);
    if (substituted.kind === 'failed' || typeof substituted.value !== 'string') return [];
    const read = readImage(substituted.value);
    return 'fault' in read ? [{ name: cluster.name, text: substituted.value, fault: read.fault }] : [];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  return { ...first, clusters: first.name === '' ? [] : found.map(({ name }) => name) };
}
