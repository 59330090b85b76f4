import { bool, int64, list, optional, pointer, raw, string, stringMap, struct, time } from './go-type.ts';

/** `metav1.ObjectMeta`: the API server decodes the metadata of every object into this type (apimachinery, `meta/v1/types.go`). */
export const OBJECT_META = struct('v1.ObjectMeta', {
  name: optional(string()),
  generateName: optional(string()),
  namespace: optional(string()),
  selfLink: optional(string()),
  uid: optional(string('types.UID')),
  resourceVersion: optional(string()),
  generation: optional(int64),
  creationTimestamp: optional(time),
  deletionTimestamp: pointer(time),
  deletionGracePeriodSeconds: pointer(int64),
  labels: optional(stringMap),
  annotations: optional(stringMap),
  ownerReferences: optional(
    list(
      struct('v1.OwnerReference', {
        apiVersion: optional(string()),
        kind: optional(string()),
        name: optional(string()),
        uid: optional(string('types.UID')),
        controller: pointer(bool),
        blockOwnerDeletion: pointer(bool),
      }),
    ),
  ),
  finalizers: optional(list(string())),
  managedFields: optional(
    list(
      struct('v1.ManagedFieldsEntry', {
        manager: optional(string()),
        operation: optional(string('v1.ManagedFieldsOperationType')),
        apiVersion: optional(string()),
        time: pointer(time),
        fieldsType: optional(string()),
        fieldsV1: pointer(raw),
        subresource: optional(string()),
      }),
    ),
  ),
});
