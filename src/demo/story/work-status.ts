import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { SERVED_TYPES } from '../hub/served-types.ts';
import type { Judgement, Phase, StoryCondition } from './cluster-rollout.ts';

/**
 * The status of a Work as a member agent writes it (KubeFleet v0.3.1, `pkg/controllers/workapplier/status.go`). Only a Deployment takes
 * time to become available. `generation` is that of the Work, and here also of the Deployment on the member.
 */
export function workStatus(manifests: readonly KubeObject[], phase: Phase, generation: number, now: string): object {
  const refused = phase.kind === 'refused' ? phase.refusal : undefined;
  const waits = ({ kind }: KubeObject): boolean => phase.kind === 'applied' && kind === 'Deployment';
  const waiting = manifests.filter(waits).length;
  const total = manifests.length;
  return {
    conditions: dated(refused === undefined ? appliedWork(total, waiting) : [refusedWork(total)], generation, now),
    manifestConditions: manifests.map((manifest, ordinal) => ({
      conditions:
        refused?.ordinal === ordinal
          ? dated([{ type: 'Applied', status: 'False', reason: refused.reason, message: refused.message }], undefined, now)
          : dated(appliedManifest(waits(manifest)), manifest.kind === 'Deployment' ? generation : undefined, now),
      identifier: workIdentifier(manifest, ordinal),
    })),
  };
}

function refusedWork(total: number): Judgement {
  const message = `Failed to apply all manifests (${total - 1} of ${total} manifests are applied)`;
  return { type: 'Applied', status: 'False', reason: 'SomeManifestsAreNotApplied', message };
}

function appliedWork(total: number, waiting: number): readonly Judgement[] {
  const some = `Some manifests are not available (${total - waiting} of ${total} manifests are available)`;
  return [
    { type: 'Applied', status: 'True', reason: 'AllManifestsApplied', message: 'All the specified manifests have been applied' },
    waiting > 0
      ? { type: 'Available', status: 'False', reason: 'SomeManifestsAreNotAvailable', message: some }
      : { type: 'Available', status: 'True', reason: 'AllManifestsAvailable', message: 'All of the applied manifests are available' },
  ];
}

function appliedManifest(waits: boolean): readonly Judgement[] {
  const later = 'Manifest is not yet available; Fleet will check again later';
  return [
    { type: 'Applied', status: 'True', reason: 'Applied', message: 'Manifest has been applied successfully' },
    waits
      ? { type: 'Available', status: 'False', reason: 'ManifestNotAvailableYet', message: later }
      : { type: 'Available', status: 'True', reason: 'Available', message: 'Manifest is available' },
  ];
}

function dated(judgements: readonly Judgement[], observedGeneration: number | undefined, now: string): readonly StoryCondition[] {
  return judgements.map((judgement) => ({
    ...judgement,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    lastTransitionTime: now,
  }));
}

function workIdentifier({ apiVersion, kind, metadata }: KubeObject, ordinal: number): object {
  const group = groupOf(apiVersion);
  const resource = SERVED_TYPES.find((type) => type.group === group && type.kind === kind)?.plural;
  return {
    ...(group === '' ? {} : { group }),
    kind,
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ordinal,
    resource,
    version: versionOf(apiVersion),
  };
}
