import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * The hub does not show that a member removed an object (KubeFleet pkg/controllers/workapplier/preprocess.go, removeOneLeftOverManifest).
 */
export const removalUnverified = defineFailure({
  id: 'removal-unverified',
  title: 'Not verified: whether members have deleted the removed objects',
  docs: DOCS.snapshots,
  when: [{ scope: 'manifest', fact: 'removal-unverified' }],
  outcome: 'info',
  explain:
    '{object} is no longer part of {target}. Members are asked to delete it, and the hub is green without their answer: a finalizer can hold it.',
  remedy: [
    `Check on each member that it is gone: ${onMember('get {objectArgs}')}`,
    'Give the gate access with {--member CLUSTER=CONTEXT}. It then waits until the object is gone.',
  ],
});
