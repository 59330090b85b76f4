/** Types of Kubernetes that are asked for by name. */
export const DEFINITION = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' } as const;
export const NAMESPACE = { group: '', kind: 'Namespace' } as const;
export const SECRET = { group: '', kind: 'Secret' } as const;
