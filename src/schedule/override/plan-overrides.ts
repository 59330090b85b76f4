import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PlannedOverride } from '../../report.ts';
import type { Override } from '../../selection/override.ts';
import { variantsOf } from '../delivery/variants.ts';
import type { OverriddenTarget } from './placement-overrides.ts';

/**
 * For each override: where it applies, what it leaves out and where it fails or may fail, in the order of application. An object is patched
 * once for all clusters that its overrides treat equally.
 */
export function planOverrides(targets: readonly OverriddenTarget[], clusters: readonly MemberCluster[]): readonly PlannedOverride[] {
  const drafts = new Map<string, Draft>();
  for (const target of targets) {
    const { ref } = target.resource;
    for (const { clusters: same, applied, outcome } of variantsOf(target, clusters)) {
      const names = same.map(({ name }) => name);
      for (const override of applied) draftOf(override, drafts).applies(ref, names);
      if (outcome.kind === 'failed') {
        const draft = draftOf(outcome.place.override, drafts);
        if (outcome.certain) draft.fails(ref, names, outcome.error);
        else draft.mayFail(ref, names, { error: outcome.error, unless: UNLESS.labels });
      }
      if (outcome.kind === 'patched') {
        for (const { place, error, unless } of outcome.doubts)
          draftOf(place.override, drafts).mayFail(ref, names, { error, unless: UNLESS[unless] });
      }
      if (outcome.kind === 'leftOut') draftOf(outcome.by, drafts).removes(ref, names);
    }
  }
  return [...drafts.values()].map((draft) => draft.result());
}

const UNLESS = {
  labels: 'another tool adds labels or annotations before the hub gets the object',
  defaults: 'the hub fills this field in; the defaults of this kind are not known',
  completed: 'the tool that completes the object before the hub gets it adds this',
};

function draftOf(override: Override, drafts: Map<string, Draft>): Draft {
  const key = objectKey(override.ref);
  const draft = drafts.get(key) ?? new Draft(override.ref);
  drafts.set(key, draft);
  return draft;
}

/** One entry of the report under construction. */
class Draft {
  readonly #object: ObjectRef;
  readonly #clusters = new Set<string>();
  readonly #resources = new Map<string, ObjectRef>();
  readonly #removed = new Map<string, { resource: ObjectRef; clusters: string[] }>();
  readonly #failures = new Map<string, { resource: ObjectRef; error: string; clusters: string[] }>();
  readonly #doubts = new Map<string, { resource: ObjectRef; error: string; unless: string; clusters: string[] }>();

  constructor(object: ObjectRef) {
    this.#object = object;
  }

  applies(resource: ObjectRef, clusters: readonly string[]): void {
    for (const cluster of clusters) this.#clusters.add(cluster);
    this.#resources.set(objectKey(resource), resource);
  }

  removes(resource: ObjectRef, clusters: readonly string[]): void {
    const key = objectKey(resource);
    const entry = this.#removed.get(key) ?? { resource, clusters: [] };
    this.#removed.set(key, entry);
    for (const cluster of clusters) entry.clusters.push(cluster);
  }

  fails(resource: ObjectRef, clusters: readonly string[], error: string): void {
    const key = `${objectKey(resource)}\0${error}`;
    const entry = this.#failures.get(key) ?? { resource, error, clusters: [] };
    this.#failures.set(key, entry);
    for (const cluster of clusters) entry.clusters.push(cluster);
  }

  mayFail(resource: ObjectRef, clusters: readonly string[], { error, unless }: { readonly error: string; readonly unless: string }): void {
    const key = `${objectKey(resource)}\0${error}\0${unless}`;
    const entry = this.#doubts.get(key) ?? { resource, error, unless, clusters: [] };
    this.#doubts.set(key, entry);
    for (const cluster of clusters) entry.clusters.push(cluster);
  }

  result(): PlannedOverride {
    return {
      object: this.#object,
      clusters: [...this.#clusters].toSorted(),
      resources: [...this.#resources.values()],
      removed: [...this.#removed.values()],
      failures: [...this.#failures.values()],
      ...(this.#doubts.size === 0 ? {} : { mayFail: [...this.#doubts.values()] }),
    };
  }
}
