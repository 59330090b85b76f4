/** The kinds of admission policies that are written in CEL (Kubernetes 1.30 and later). */
const ADMISSION_GROUP = 'admissionregistration.k8s.io';
export const ADMISSION_POLICY = { group: ADMISSION_GROUP, kind: 'ValidatingAdmissionPolicy' } as const;
export const ADMISSION_POLICY_BINDING = { group: ADMISSION_GROUP, kind: 'ValidatingAdmissionPolicyBinding' } as const;
