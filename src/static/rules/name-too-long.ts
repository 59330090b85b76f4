/**
 * The hub writes the name of a placement, an override or an envelope into a label of the objects that it makes from them, and a label value
 * has at most 63 characters. Source: `pkg/utils/controller/snapshot_builder.go` and `pkg/utils/overrider` (labels of snapshots),
 * `pkg/controllers/workgenerator/envelope.go` (label of the Work). Admission checks it only for ClusterResourcePlacements, runs and
 * members.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

const LIMIT = 63;

export const nameTooLong = defineRule<{ readonly kind: string; readonly length: number }>({
  id: 'name-too-long',
  summary: 'The name is too long for the labels that the hub derives from it',
  effect: 'fails',
  kinds: ['ResourcePlacement', ...OVERRIDE_KINDS, ...ENVELOPE_KINDS],
  why: 'An object may have a name of 253 characters, a label value only 63. The hub labels the snapshots of a placement or override and the Works of an envelope with its name. If the name is longer, its API server refuses them every time: the placement is never scheduled, the override never applied, the envelope never written.',
  remedy: `Shorten the name to ${LIMIT} characters.`,
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ kind, length }) =>
    `The name of this ${kind} has ${length} characters, and the hub cannot process names longer than ${LIMIT}.`,
  *check(manifest) {
    const { kind, metadata } = manifest.object;
    const { length } = metadata.name;
    if (length > LIMIT && length <= 253 && isResolved(manifest, '/metadata/name')) yield { at: '/metadata/name', data: { kind, length } };
  },
});
