import { expect, test } from 'vitest';
import { externalMessage } from '../../src/report/facts/gate/external-message.ts';

const APPLIED = 'Applied False ManifestApplyFailed: Failed to apply the manifest (error: failed to apply the manifest: ';

test.each([
  [
    `${APPLIED}failed to patch the manifest object: error returned by the API server: Deployment.apps "a" is invalid: spec.selector: Invalid value: {"x":"y"}: field is immutable)`,
    'Deployment.apps "a" is invalid: spec.selector: Invalid value: {"x":"y"}: field is immutable',
  ],
  [
    `${APPLIED}failed to apply the manifest object: an error is returned by the API server: Apply failed with 1 conflict: conflict with "x" using v1:\n- .data.key)`,
    'Apply failed with 1 conflict: conflict with "x" using v1: - .data.key',
  ],
  [
    `${APPLIED}failed to validate owner references: object is co-owned by multiple objects but co-ownership has been disallowed)`,
    'object is co-owned by multiple objects but co-ownership has been disallowed',
  ],
  [
    'DiffReported False FailedToReportDiff: An error blocks the diff reporting process (DecodingErred, error: failed to decode manifest: failed to find GVR from member cluster client REST mapping: no matches for kind "Widget" in version "example.com/v1")',
    'no matches for kind "Widget" in version "example.com/v1"',
  ],
  [
    'DiffReported False FailedToReportDiff: An error blocks the diff reporting process (FailedToTakeOver, error: failed to take over a pre-existing object: failed to take over the object: error returned by the API server: no)',
    'no',
  ],
  [
    'Applied False FailedToTakeOver: Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: Deployment flag-operator))',
    'owned by Deployment flag-operator',
  ],
  [
    'Initialized False UpdateRunInitializedFailed: cannot continue the updateRun: failed to validate the updateRun: failed to process the request due to a client error: cluster `m1` appears in more than one stages',
    'cluster `m1` appears in more than one stages',
  ],
  ['driftedPlacements: /spec/replicas', '/spec/replicas'],
])('the message of the system behind KubeFleet is found: %s', (evidence, said) => {
  expect(externalMessage([evidence, 'Work fleet-member-m2/a-work: Failed to apply all manifests'])).toBe(said);
});

test.each([
  'Applied False FoundDrifts: Failed to apply the manifest (error: cannot apply manifest: drifts are found between the manifest and the object from the member cluster)',
  'Available False ManifestNotAvailableYet: Manifest is not yet available; Fleet will check again later',
  "last heartbeat 7 minutes ago by the hub's clock",
  '',
])("KubeFleet's own message is not attributed to another system: %s", (evidence) => {
  expect(externalMessage([evidence])).toBeUndefined();
});

test('without evidence there is no message', () => expect(externalMessage([])).toBeUndefined());
