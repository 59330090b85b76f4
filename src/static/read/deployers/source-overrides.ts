import { posix } from 'node:path';
import { isObject, objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { GitContent } from './application-sets/generated-parameters.ts';
import { firstValueIn } from '../../../yaml/documents.ts';

/**
 * A source with what files in its folder change of it. Source: "Store Overrides In Git" in `docs/user-guide/parameters.md` of
 * argoproj/argo-cd.
 */
export function withOverrides(source: unknown, path: string, application: string, content: GitContent): unknown {
  if (!isObject(source)) return source;
  const overridesIn = (name: string): JsonObject => {
    const text = content.files().get(posix.join('/', path, name).slice(1));
    const value = firstValueIn(text ?? '');
    return isObject(value) ? value : {};
  };
  const overridden = merged(merged(source, overridesIn('.argocd-source.yaml')), overridesIn(`.argocd-source-${application}.yaml`));
  const kept = KEPT.filter((name) => name in source).map((name) => [name, source[name]]);
  return { ...Object.fromEntries(Object.entries(overridden).filter(([name]) => !KEPT.includes(name))), ...Object.fromEntries(kept) };
}

/** Fields that no file changes. Source: `mergeSourceParameters` in `reposerver/repository/repository.go` of argoproj/argo-cd. */
const KEPT: readonly string[] = ['repoURL', 'path', 'chart', 'targetRevision'];

function merged(source: JsonObject, overrides: JsonObject): JsonObject {
  const changed = Object.entries(overrides).map(([key, value]) => [key, isObject(value) ? { ...objectAt(source, key), ...value } : value]);
  return { ...source, ...Object.fromEntries(changed) };
}
