import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { withoutGoPrint } from '../../../src/fleet/kubernetes/go-print.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { gate } from '../../support/gate/gate.ts';

/** Messages of API servers and of the applier, word for word. The reason alone does not show the cause. */
const FORMS: readonly (readonly [reason: string, text: string, id: string])[] = [
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: configmaps "model" is forbidden: exceeded quota: team, requested: configmaps=1, used: configmaps=5, limited: configmaps=5',
    'apply-quota-exceeded',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: admission webhook "guard.example.com" denied the request: no',
    'apply-denied-by-policy',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: admission webhook "guard.example.com" denied the request without explanation',
    'apply-denied-by-policy',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: pods "x" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false)',
    'apply-denied-by-policy',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: pods "x" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    'apply-quota-exceeded',
  ],
  [
    'ManifestApplyFailed',
    `failed to apply the manifest: failed to create manifest object: error returned by the API server: configmaps "model" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: the field is immutable here`,
    'apply-denied-by-policy',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="c"].env: duplicate entries for key [name="A"]',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: ConfigMap "model" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Deployment.apps "web" is invalid: spec.selector: Invalid value: {}: field is immutable',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    "failed to apply the manifest: failed to patch the manifest object: error returned by the API server: StatefulSet.apps \"db\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden",
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: StorageClass.storage.k8s.io "fast" is invalid: parameters: Forbidden: updates to parameters are forbidden.',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: RoleBinding.rbac.authorization.k8s.io "x" is invalid: roleRef: Invalid value: {}: cannot change roleRef',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: Service "web" is invalid: spec.ports: Required value',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: Widget.example.com "w" is invalid: spec.size: Unsupported value: "XXL": supported values: "S", "M"',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: configmaps is forbidden: User "system:serviceaccount:fleet-system:member-agent-sa" cannot create resource "configmaps" in API group "" in the namespace "shop"',
    'apply-agent-forbidden',
  ],
  [
    'FailedToFindObjInMemberCluster',
    'failed to find the corresponding object for the manifest object in the member cluster: configmaps "model" is forbidden: User "system:serviceaccount:fleet-system:member-agent-sa" cannot get resource "configmaps" in API group "" in the namespace "shop"',
    'apply-agent-forbidden',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: clusterroles.rbac.authorization.k8s.io "r" is forbidden: user "system:serviceaccount:fleet-system:member-agent-sa" (groups=["a"]) is attempting to grant RBAC permissions not currently held: {APIGroups:[""], Resources:["nodes"], Verbs:["*"]}',
    'apply-agent-forbidden',
  ],
  [
    'FailedToFindObjInMemberCluster',
    'failed to find the corresponding object for the manifest object in the member cluster: error returned by the API server: etcdserver: request timed out',
    'drift-check-failed',
  ],
  [
    'FailedToRunDriftDetection',
    'failed to calculate pre-apply drifts between the manifest and the object from the member cluster: failed to apply the manifest in dry-run mode: failed to patch: boom',
    'drift-check-failed',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: namespaces "shop" not found',
    'apply-namespace-missing',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: configmaps "model" is forbidden: unable to create new content in namespace shop because it is being terminated',
    'apply-namespace-terminating',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://x": dial tcp 10.0.0.1:443: connect: connection refused',
    'apply-transient-error',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://x": service "guard" not found',
    'apply-transient-error',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: the server is currently unable to handle the request',
    'apply-transient-error',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Operation cannot be fulfilled on configmaps "model": the object has been modified; please apply your changes to the latest version and try again',
    'apply-transient-error',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to validate owner references: object is co-owned by multiple objects but co-ownership has been disallowed',
    'apply-ownership-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to validate owner references: object is not owned by the expected AppliedWork object',
    'apply-ownership-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to validate owner references: object is already owned by another AppliedWork object',
    'apply-ownership-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to validate owner references: manifest is set to have owner references but co-ownership is disallowed',
    'apply-ownership-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.version',
    'apply-field-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: Apply failed with 2 conflicts: conflicts with "kubectl" using apps/v1 at 2026-01-01T00:00:00Z:\n- .spec.replicas\n- .spec.timeout',
    'apply-field-conflict',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: etcdserver: request is too large',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Request entity too large: limit is 3145728',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: etcdserver: request timed out',
    'apply-transient-error',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Service "web" is invalid: spec.clusterIPs[0]: Invalid value: []string(nil): primary clusterIP can not be unset',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Service "web" is invalid: spec.clusterIPs[0]: Invalid value: "10.0.0.300": must be a valid IP address',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Widget.example.com "w" is invalid: spec.size: Invalid value: "string": failed rule: self == oldSelf',
    'apply-immutable-field',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: Widget.example.com "w" is invalid: spec.size: Invalid value: "string": failed rule: self.size() < 5',
    'apply-rejected-invalid',
  ],
  [
    'ManifestApplyFailed',
    'failed to apply the manifest: failed to create manifest object: error returned by the API server: HTTPRoute.example.com "w" is invalid: spec.timeoutSeconds: Invalid value: -1: must be positive',
    'apply-rejected-invalid',
  ],
  ['ManifestApplyFailed', 'failed to apply the manifest: something', 'apply-error'],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1 Kind:AppliedWork Name:other-work UID:1 Controller:0xb84 BlockOwnerDeletion:0xb84}])',
    'apply-owned-by-other-placement',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1beta1 Kind:AppliedWork Name:shop-eu-work-envelope-123 UID:1 Controller:0xb84 BlockOwnerDeletion:0xb84}])',
    'apply-owned-by-other-placement',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1beta1 Kind:AppliedWork Name:shop-work-envelope-123 UID:1 Controller:0xb84 BlockOwnerDeletion:0xb84}])',
    'apply-duplicate-manifest',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: the object is already owned by another Fleet AppliedWork object',
    'apply-owned-by-other-placement',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:apps/v1 Kind:Deployment Name:op UID:1 Controller:0xb84 BlockOwnerDeletion:0xb84}])',
    'apply-owned-by-other-controller',
  ],
  [
    'FailedToTakeOver',
    'cannot take over object: configuration differences are found between the manifest object and the corresponding object in the member cluster in degraded mode (full comparison is performed instead of partial comparison, as the manifest object is considered to be invalid by the member cluster API server)',
    'takeover-differs',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: failed to take over the object: admission webhook "x" denied the request: no',
    'apply-denied-by-policy',
  ],
  [
    'FailedToTakeOver',
    'failed to take over a pre-existing object: failed to calculate configuration diffs between the manifest object and the object from the member cluster: failed to apply the manifest in dry-run mode: boom',
    'drift-check-failed',
  ],
  ['NotTakenOver', 'no ownership of the object in the member cluster; takeover is needed', 'takeover-refused'],
  [
    'FoundDrifts',
    'cannot apply manifest: drifts are found between the manifest and the object from the member cluster',
    'drift-blocks-apply',
  ],
  [
    'FoundDriftsInDegradedMode',
    'cannot apply manifest: drifts are found between the manifest and the object from the member cluster in degraded mode (full …)',
    'drift-blocks-apply',
  ],
  [
    'DecodingErred',
    'failed to decode manifest: failed to find GVR from member cluster client REST mapping: no matches for kind "X" in version "g/v"',
    'apply-kind-missing',
  ],
  ['DecodingErred', "failed to decode manifest: failed to unmarshal JSON: Object 'Kind' is missing", 'apply-undecodable'],
  ['Duplicated', 'a duplicate manifest has been found', 'apply-duplicate-manifest'],
  ['FoundGenerateName', 'objects with only generate name are not supported', 'apply-duplicate-manifest'],
];

const folder = join(import.meta.dirname, '../../../fixtures/hub/apply-denied-by-policy');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('what a member says about an object', () => {
  const { manifests, now } = JSON.parse(read('expect.json')) as { readonly manifests: readonly KubeObject[]; readonly now: string };
  const denied = /Failed to apply the manifest \(error: [^}]*?in this region\)/g;

  test.each(FORMS)('%s: %s', (reason, text, id) => {
    const said = JSON.stringify(`Failed to apply the manifest (error: ${text})`).slice(1, -1);
    const hub = read('hub.json')
      .replaceAll('"ManifestApplyFailed"', `"${reason}"`)
      .replaceAll(denied, () => said);
    const state = gate({ manifests, hubTime: new Date(now) }).once(JSON.parse(hub) as readonly KubeObject[]);
    const found = state.placements.flatMap((gated) => gated.diagnoses);
    expect(found.map((entry) => `${entry.id} ${entry.cluster ?? ''} ${entry.object?.name ?? ''}`)).toEqual([`${id} m2 model`]);
    expect(found[0]?.evidence.join(' ')).toContain(withoutGoPrint(text).replace('failed to apply the manifest: ', ''));
  });
});
