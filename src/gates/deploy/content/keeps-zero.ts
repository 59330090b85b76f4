import { pointerKeys } from '../../../fleet/json/json-pointer.ts';

/**
 * Whether an object of one of Kubernetes' own kinds keeps an empty text, `false` or 0 at the pointer. Go marshals these with `omitempty`
 * unless the field is a pointer, so the API server does not store them in other fields. It keeps all values of maps and of any JSON. A field
 * without `omitempty` is always there, so it is not listed. Source: `types.go` of kubernetes/api 1.34 and of apiextensions.
 */
export function keepsZero(kind: string, pointer: string): boolean {
  const [name = '', parent = ''] = pointerKeys(pointer).toReversed();
  const isOfMap = kind !== 'CustomResourceDefinition' && MAPS.has(parent);
  if (isOfMap || IN_JSON.test(pointer)) return true;
  if (name === 'containerName') return parent === 'onExitCodes';
  if (name === 'partition') return parent === 'rollingUpdate';
  if (name === 'storageClassName') return kind !== 'PersistentVolume';
  return POINTERS.has(name);
}

/** Within a default of a schema, or the data of a ControllerRevision. A schema may also have a property of this name. */
const IN_JSON = /(?<!\/properties)\/(?:data|default|enum|example)\//;

/** Maps to texts and quantities; see also `OF_OWN_KEYS`. A schema has them only as names of properties. */
const MAPS = new Set(
  'capacity default defaultRequest deprecatedTopology hard limits max maxLimitRequestRatio min options overhead parameters podFixed requests topology volumeAttributes'.split(
    ' ',
  ),
);

/** Pointers to texts, numbers, truth values, quantities and any JSON. */
const POINTERS = new Set(
  [
    '$ref activeDeadlineSeconds additionalItems additionalProperties allocateLoadBalancerNodePorts allowPrivilegeEscalation',
    'allowVolumeExpansion appProtocol attachRequired automountServiceAccountToken averageUtilization averageValue backoffLimit',
    'backoffLimitPerIndex blockOwnerDeletion borrowingLimitPercent cachingMode completionMode completions controller default defaultMode',
    'deprecationWarning enableServiceLinks endPort endpointsNamespace example expirationSeconds failedJobsHistoryLimit failurePolicy fsGroup',
    'fsGroupChangePolicy fsGroupPolicy gmsaCredentialSpec gmsaCredentialSpecName holderIdentity hostProcess hostUsers hostnameOverride',
    'immutable ingressClassName initiatorName internalTrafficPolicy ipFamilyPolicy labelSelectorPath leaseDurationSeconds leaseTransitions',
    'lendablePercent loadBalancerClass localhostProfile lun managedBy manualSelector matchPolicy maxExpirationSeconds maxFailedIndexes',
    'maxItems maxLength maxProperties maxSurge maxUnavailable maximum maximumVolumeSize minAvailable minDomains minItems minLength',
    'minProperties minReplicas minimum mode mountPropagation multipleOf nodeAffinityPolicy nodeAllocatableUpdatePeriodSeconds',
    'nodeTaintsPolicy nominalConcurrencyShares optional optionalOldSelf parallelism parameterNotFoundAction pathType persistentVolumeName',
    'podInfoOnMount podReplacementPolicy port preemptionPolicy preferredHolder privileged procMount progressDeadlineSeconds',
    'readOnlyRootFilesystem ready reason reclaimPolicy recursiveReadOnly reinvocationPolicy replicas requiresRepublish resourceClaimName',
    'resourceClaimTemplateName revisionHistoryLimit runAsGroup runAsNonRoot runAsUser runAsUserName runtimeClassName scope',
    'seLinuxChangePolicy seLinuxMount secretNamespace selectPolicy service serving setHostnameAsFQDN shareProcessNamespace sideEffects',
    'signerName sizeLimit stabilizationWindowSeconds startingDeadlineSeconds stopSignal storageCapacity strategy succeededCount',
    'succeededIndexes successfulJobsHistoryLimit supplementalGroupsPolicy suspend targetAverageUtilization targetAverageValue',
    'targetCPUUtilizationPercentage targetValue terminating terminationGracePeriodSeconds timeZone tolerance tolerationSeconds',
    'trafficDistribution ttlSecondsAfterFinished unhealthyPodEvictionPolicy url value volumeAttributesClassName volumeBindingMode volumeMode',
    'x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields zone',
  ].flatMap((names) => names.split(' ')),
);
