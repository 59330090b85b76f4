import { childPointer } from '../../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../../fleet/json/json.ts';
import { displayName, type KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import { nearestTypo } from '../../../../fleet/text/nearest.ts';
import { manifestRef } from '../../../world/identity.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { isKeptAsWritten } from './substituted-variables.ts';

/** Variables that a Kustomization of Flux replaces, and to which nothing gives a value. */
export class MissingVariables {
  /** By Kustomization, the places of each variable. */
  readonly #places = new Map<Manifest, Map<string, Set<string>>>();
  readonly #given = new Map<Manifest, readonly string[]>();

  /** @param given the names that the sources of the Kustomization give */
  add(manifest: Manifest, kustomization: Manifest, given: readonly string[]): void {
    this.#given.set(kustomization, given);
    for (const { name, pointer } of variablesWithoutDefault(manifest.object)) {
      if (given.includes(name)) continue;
      const places = this.#places.get(kustomization) ?? new Map<string, Set<string>>();
      this.#places.set(kustomization, places);
      const { file, line } = manifest.locate(pointer);
      places.set(name, (places.get(name) ?? new Set()).add(`${file}:${line}`));
    }
  }

  /** One sentence for each Kustomization. Variables that are probably misspelt are first. */
  notes(): readonly string[] {
    return [...this.#places].map(([kustomization, places]) => {
      const found = [...places].map(([name, all]) => ({ name, all, meant: nearestTypo(name, this.#given.get(kustomization) ?? []) }));
      const sorted = [...found.filter(({ meant }) => meant !== undefined), ...found.filter(({ meant }) => meant === undefined)];
      const texts = sorted.map(({ name, all, meant }) => {
        const hint = meant === undefined ? '' : ` (did you mean \${${meant}}?)`;
        return `\${${name}} in ${listed([...all], 3, 'places')}${hint}`;
      });
      const [these, them] = texts.length === 1 ? ['this variable', 'it'] : ['these variables', 'them'];
      return `${displayName(manifestRef(kustomization))} in ${kustomization.file} gives no value to ${these}, so Flux replaces ${them} by nothing, or refuses the build if it is strict: ${listed(texts, 5)}.`;
    });
  }
}

function variablesWithoutDefault(object: KubeObject): readonly { readonly name: string; readonly pointer: string }[] {
  return isKeptAsWritten(object) ? [] : variablesIn(object, '');
}

function variablesIn(value: unknown, pointer: string): readonly { readonly name: string; readonly pointer: string }[] {
  if (typeof value === 'string') {
    const names = value.includes('${') ? [...value.matchAll(VARIABLE)].flatMap(({ groups }) => groups?.['name'] ?? []) : [];
    return [...new Set(names)].map((name) => ({ name, pointer }));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => variablesIn(item, childPointer(pointer, index)));
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => variablesIn(item, childPointer(pointer, key))) : [];
}

/** `$$` is a dollar. */
// linear: it looks from each `${` to the end of a name.
const VARIABLE = /\$\$|\$\{(?<name>[A-Za-z_]\w*)\}/g;
