import type { KubeObject } from './object.ts';

export const HELM_HOOK = 'helm.sh/hook';
export const ARGO_HOOK = 'argocd.argoproj.io/hook';

/** The words of an annotation, in lower case. */
export function wordsOf({ metadata }: KubeObject, key: string): readonly string[] {
  const value: unknown = metadata.annotations?.[key];
  return typeof value === 'string' ? value.split(',').map((word) => word.trim().toLowerCase()) : [];
}
