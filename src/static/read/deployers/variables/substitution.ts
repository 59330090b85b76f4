import type { NotEvaluated } from '../../../../finding.ts';
import { pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import { stringAt } from '../../../../fleet/json/json.ts';
import { isFleetObject } from '../../../../fleet/kubefleet/fleet-object.ts';
import { groupOf } from '../../../../fleet/kubernetes/object.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import { ROOM_IN_OBJECTS, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { unevaluated } from '../../../world/unevaluated.ts';
import type { placedContent } from '../../kustomize/placed-content.ts';
import { findUnresolved } from '../../placeholders/unresolved.ts';
import { quoteOf } from '../../render/quote-of.ts';
import type { FindConfigMap } from './config-map-finder.ts';
import { type Delivery, SUBSTITUTION } from '../delivery.ts';
import type { ValueOfVariable } from './expanded-text.ts';
import { LeftPlaceholders } from './left-placeholders.ts';
import { MissingVariables } from './missing-variables.ts';
import { otherDeployer } from '../other-deployers.ts';
import { type Substituted, substitutedVariables } from './substituted-variables.ts';
import { namesOfSubstitution, valuesOfSubstitution } from './values-of-substitution.ts';

/** What is known about a tree with variables of Flux. */
interface TreeWithVariables {
  readonly findConfigMap: FindConfigMap;
  /** Whether another deployer changes the variables of a Kustomization. */
  readonly isChanged: (kustomization: Manifest) => boolean;
  readonly isPlaced: ReturnType<typeof placedContent>;
}

/** Puts the variables of Flux into the manifests of a tree, and says what is not known of the result. */
export class Substitution {
  readonly #tree: TreeWithVariables;
  readonly #notEvaluated: NotEvaluated[] = [];
  /** The files with texts that are not known, by Kustomization. */
  readonly #open = new Map<Manifest, Set<string>>();
  readonly #placeholders = new LeftPlaceholders();
  readonly #values = new Map<Manifest, ValueOfVariable>();
  readonly #names = new Map<Manifest, readonly string[] | undefined>();
  readonly #missing = new MissingVariables();
  readonly #hasRoom = roomForValues(ROOM_IN_OBJECTS);

  constructor(tree: TreeWithVariables) {
    this.#tree = tree;
  }

  /** @param own the deliveries that bring the manifest @param written the manifest without their other changes */
  applied(manifest: Manifest, own: readonly Delivery[], written: Manifest): Manifest {
    const by = own.find(({ changes }) => SUBSTITUTION in changes)?.manifest;
    const isLess = written.unresolved.some((pointer) => !manifest.unresolved.includes(pointer));
    if (by === undefined) {
      if (isLess) this.#placeholders.add(written, manifest);
      return manifest;
    }
    for (const each of own) {
      const names = this.#namesOf(each);
      if (names !== undefined) this.#missing.add(manifest, each.manifest, names);
    }
    const isAsWritten = isJudgedAsWritten(manifest);
    const { object, pointers, open, replaced } = isAsWritten
      ? substitutedVariables(manifest.object)
      : substitutedVariables(
          manifest.object,
          own.map((each) => this.#valuesOf(each)),
          this.#hasRoom,
        );
    if (pointers.length > 0 && isFleetObject(object)) {
      const reason = `${by.file} replaces the variables in this ${object.kind} (\`postBuild\`), also those of KubeFleet; the result was not checked. Write \`$\${\` for a variable that the hub gets, or add the annotation \`kustomize.toolkit.fluxcd.io/substitute: disabled\`.`;
      this.#notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
    } else if (
      pointers.some((pointer) => !manifest.unresolved.includes(pointer)) &&
      this.#tree.isPlaced({ namespaces: [], manifests: [manifest] })
    ) {
      this.#open.set(by, (this.#open.get(by) ?? new Set()).add(manifest.file));
    }
    // Beside a variable, and in its value, there may be placeholders of other tools. `$$` may make what looks like one.
    const others = new Set(replaced.length === 0 ? [] : findUnresolved(object, () => true).map(({ pointer }) => pointer));
    const known = new Set(
      replaced.filter((pointer) => !others.has(pointer) || stringAt(manifest.object, ...pointerKeys(pointer))?.includes('$$') === true),
    );
    const result = {
      ...manifest,
      object,
      namespace: manifest.namespace === manifest.object.metadata.namespace ? object.metadata.namespace : manifest.namespace,
      unresolved: [...manifest.unresolved.filter((pointer) => !known.has(pointer)), ...pointers],
      ...(replaced.length === 0 ? {} : { substituted: substitutedBy(by, { object, replaced }) }),
    };
    if (isLess || !isAsWritten) this.#placeholders.add(written, result, open);
    return result;
  }

  /** The entries of a tree. Those about placeholders name what has no value. */
  entries(before: readonly NotEvaluated[]): readonly NotEvaluated[] {
    const open = [...this.#open].map(([by, files]) => {
      const reason = `It replaces variables in ${listed([...files], 3, 'files')} (\`postBuild\`) by values that are not known here, so the result was not checked.`;
      return unevaluated(by, reason);
    });
    return [...this.#placeholders.entries(before), ...this.#notEvaluated, ...open];
  }

  notes(): readonly string[] {
    return this.#missing.notes();
  }

  /** The names of the variables that a delivery replaces, if all are known. */
  #namesOf({ manifest, changes }: Delivery): readonly string[] | undefined {
    if (!(SUBSTITUTION in changes)) return undefined;
    if (!this.#names.has(manifest))
      this.#names.set(manifest, this.#tree.isChanged(manifest) ? undefined : namesOfSubstitution(manifest, this.#tree.findConfigMap));
    return this.#names.get(manifest);
  }

  #valuesOf({ manifest, changes }: Delivery): ValueOfVariable | undefined {
    if (!(SUBSTITUTION in changes)) return undefined;
    const known = this.#values.get(manifest);
    if (known !== undefined) return known;
    const values = this.#tree.isChanged(manifest) ? () => undefined : valuesOfSubstitution(manifest, this.#tree.findConfigMap);
    this.#values.set(manifest, values);
    return values;
  }
}

/** What it is decides how it is read, and other readers know the variables of deployers. */
function isJudgedAsWritten(manifest: Manifest): boolean {
  const { object } = manifest;
  const { apiVersion, kind } = object;
  const isOfDeployers = /(?:^|\.)(?:toolkit\.fluxcd\.io|argoproj\.io)$/.test(groupOf(apiVersion)) || otherDeployer(manifest) !== undefined;
  return isFleetObject(object) || isOfDeployers || `${apiVersion}${kind}`.includes('$');
}

function substitutedBy(by: Manifest, { object, replaced }: Pick<Substituted, 'object' | 'replaced'>): NonNullable<Manifest['substituted']> {
  return {
    command: `flux build kustomization ${by.object.metadata.name}`,
    at: new Set(replaced),
    quote: (pointer) => quoteOf(object, pointer),
  };
}
