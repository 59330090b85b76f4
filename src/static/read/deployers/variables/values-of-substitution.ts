import { isUnder } from '../../../../fleet/json/json-pointer.ts';
import { field, listAt, objectAt, stringAt } from '../../../../fleet/json/json.ts';
import type { Manifest } from '../../../world/manifest.ts';
import type { FindConfigMap } from './config-map-finder.ts';
import type { ValueOfVariable } from './expanded-text.ts';

/**
 * The values of the variables that a Kustomization of Flux replaces. Later sources win over earlier ones, and `substitute` over all. The
 * controller sets those that no source has to nothing. Values of Secrets are never used. Source: `LoadVariables` in `kustomize/kustomize_varsub.go` of fluxcd/pkg.
 */
export function valuesOfSubstitution(kustomization: Manifest, findConfigMap: FindConfigMap): ValueOfVariable {
  const { object, unresolved } = kustomization;
  const postBuild = field(object, 'spec', 'postBuild');
  const written = objectAt(postBuild, 'substitute') ?? {};
  if (unresolved.some((open) => isUnder('/spec/postBuild/substitute', open))) return () => undefined;
  const sources = listAt(postBuild, 'substituteFrom').toReversed();
  return (name) => {
    if (Object.hasOwn(written, name)) return usable(written[name]);
    // kubectl reads the key as a boolean, and kustomize as a text.
    if (/^(?:y|n|yes|no|on|off)$/i.test(name)) return undefined;
    for (const source of sources) {
      const data = dataOf(source, (configMap) => findConfigMap(kustomization, configMap));
      if (data === undefined) return undefined;
      if (Object.hasOwn(data, name)) return usable(data[name]);
    }
    return '';
  };
}

/** The names of the variables to which a Kustomization gives values; `undefined` if one of its sources is not known. */
export function namesOfSubstitution(kustomization: Manifest, findConfigMap: FindConfigMap): readonly string[] | undefined {
  const { object, unresolved } = kustomization;
  const postBuild = field(object, 'spec', 'postBuild');
  const isOpen = (open: string): boolean => ['substitute', 'substituteFrom'].some((name) => isUnder(`/spec/postBuild/${name}`, open));
  if (unresolved.some((open) => isOpen(open) || isUnder(open, '/spec/postBuild/substituteFrom'))) return undefined;
  const sources = listAt(postBuild, 'substituteFrom').map((source) => dataOf(source, (name) => findConfigMap(kustomization, name)));
  const all = [objectAt(postBuild, 'substitute') ?? {}, ...sources];
  return all.includes(undefined) ? undefined : all.flatMap((each) => Object.keys(each ?? {}));
}

/** Another Kustomization may replace a variable in a value. */
function usable(value: unknown): string | undefined {
  return typeof value === 'string' && !/\$[{$]/.test(value) ? value.replaceAll('\n', '') : undefined;
}

function dataOf(source: unknown, find: (name: string) => Manifest | undefined): Readonly<Record<string, unknown>> | undefined {
  if (stringAt(source, 'kind') !== 'ConfigMap') return undefined;
  const found = find(stringAt(source, 'name') ?? '');
  return found === undefined || found.unresolved.length > 0 ? undefined : (objectAt(found.object, 'data') ?? {});
}
