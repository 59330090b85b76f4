import { isFleetGroup, isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { isOfOtherProject } from '../read/embedded-objects.ts';
import type { OutsideDeployment, ReadResult } from '../read/read-result.ts';

/**
 * Judges what deployers bring from outside of the tree, and what other tools create from their objects, see `withFilledFromOutside`. Most
 * trees have neither.
 */
export async function withOutsideJudged(
  read: ReadResult,
  isJudged: (deployment: OutsideDeployment) => boolean = () => true,
): Promise<ReadResult> {
  const mayHold = read.manifests.some(({ object }) => isPlacement(object)) && read.manifests.some(({ object }) => isOfOther(object));
  const held = mayHold ? (await import('../read/deployers/held-content.ts')).heldContent(read.manifests) : [];
  const outside = [...(read.outside ?? []), ...held].filter(isJudged);
  if (outside.length === 0) return read;
  const { withFilledFromOutside } = await import('./filled-from-outside.ts');
  return withFilledFromOutside({ ...read, outside });
}

function isOfOther({ apiVersion }: KubeObject): boolean {
  const group = groupOf(apiVersion);
  return isOfOtherProject(group) && !isFleetGroup(group);
}
