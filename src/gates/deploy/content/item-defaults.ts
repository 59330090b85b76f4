/**
 * Whether an API server fills in the value at the pointer, in an item of a list that apply replaces as a whole. Source: `defaults.go` of
 * core, admissionregistration, batch, discovery, networking and rbac in Kubernetes pkg/apis. The operator of a toleration is not stored, but
 * an absent one is `Equal`. The status of a template has no effect.
 */
export function isItemDefault(value: unknown, pointer: string): boolean {
  return OF_TEMPLATE_STATUS.test(pointer) || DEFAULTS.some(([at, filledIn]) => filledIn === value && at.test(pointer));
}

const OF_TEMPLATE_STATUS = /\/volumeClaimTemplates\/\d+\/status(?:\/|$)/;

const DEFAULTS: readonly (readonly [at: RegExp, value: unknown])[] = [
  [/\/fieldRef\/apiVersion$/, 'v1'],
  [/\/onPodConditions\/\d+\/status$/, 'True'],
  [/\/podCertificate\/maxExpirationSeconds$/, 86_400],
  [/\/ports\/\d+\/protocol$/, 'TCP'],
  [/\/resourceFieldRef\/divisor$/, '0'],
  [/\/(?:rules|resourceRules|excludeResourceRules)\/\d+\/scope$/, '*'],
  [/\/serviceAccountToken\/expirationSeconds$/, 3600],
  [/\/(?:roleRef|subjects\/\d+)\/apiGroup$/, 'rbac.authorization.k8s.io'],
  [/\/tolerations\/\d+\/operator$/, 'Equal'],
  [/\/volumeClaimTemplates\/\d+\/apiVersion$/, 'v1'],
  [/\/volumeClaimTemplates\/\d+\/kind$/, 'PersistentVolumeClaim'],
  [/\/volumeClaimTemplates\/\d+\/spec\/volumeMode$/, 'Filesystem'],
];
