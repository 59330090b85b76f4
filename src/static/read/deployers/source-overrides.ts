import { posix } from 'node:path';
import { isObject, objectAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import type { GitContent } from './application-sets.ts';

/**
 * A source with what files in its folder change of it. Source: "Store Overrides In Git" in `docs/user-guide/parameters.md` of
 * argoproj/argo-cd.
 */
export function withOverrides(source: unknown, path: string, application: string, content: GitContent): unknown {
  if (!isObject(source)) return source;
  let merged = source;
  for (const name of ['.argocd-source.yaml', `.argocd-source-${application}.yaml`]) {
    const text = content.files().get(posix.join('/', path, name).slice(1));
    const [document] = text === undefined ? [] : readDocuments(text);
    if (document?.kind !== 'read' || !isObject(document.value)) continue;
    for (const [key, value] of Object.entries(document.value))
      merged = { ...merged, [key]: isObject(value) ? { ...objectAt(merged, key), ...value } : value };
  }
  return merged;
}
