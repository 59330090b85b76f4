import type { MemberCluster } from '../../fleet/member-cluster.ts';
import { objectKey, type ObjectRef } from '../../fleet/object.ts';
import type { PlannedOverride } from '../../report.ts';
import { dependsOn } from './cluster-variables.ts';
import { ruleMatches, type Override } from './override.ts';
import { overrideResource, type Overridden } from './override-resource.ts';
import type { OverriddenTarget } from './placement-overrides.ts';

/**
 * Which overrides apply where, what they leave out and where they fail for certain, in the order they are applied. Each object is patched
 * once for all clusters that are alike to its overrides.
 */
export function planOverrides(targets: readonly OverriddenTarget[], clusters: readonly MemberCluster[]): readonly PlannedOverride[] {
  const drafts = new Map<string, Draft>();
  for (const target of targets) {
    const { ref } = target.resource;
    for (const { cluster, applied, outcome } of outcomesOf(target, clusters)) {
      for (const override of applied) draftOf(override, drafts).applies(ref, cluster.name);
      if (outcome.kind === 'failed' && outcome.certain) draftOf(outcome.place.override, drafts).fails(ref, cluster.name, outcome.error);
      if (outcome.kind === 'overridden' && outcome.object === undefined) {
        const deleting = applied.find(({ rules }) => rules.some((rule) => rule.deletes && ruleMatches(rule, cluster)));
        if (deleting !== undefined) draftOf(deleting, drafts).removes(ref, cluster.name);
      }
    }
  }
  return [...drafts.values()].map((draft) => draft.result());
}

/** What each cluster gets of an object, for the clusters on which an override applies. */
function* outcomesOf(
  { resource, overrides }: OverriddenTarget,
  clusters: readonly MemberCluster[],
): Iterable<{ readonly cluster: MemberCluster; readonly applied: readonly Override[]; readonly outcome: Overridden }> {
  if (overrides.length === 0) return;
  const outcomes = new Map<string, Overridden>();
  for (const cluster of clusters) {
    const applied = overrides.filter(({ rules }) => rules.some((rule) => ruleMatches(rule, cluster)));
    if (applied.length === 0) continue;
    const alike = likeness(applied, cluster);
    const outcome = outcomes.get(alike) ?? overrideResource(resource, applied, cluster);
    outcomes.set(alike, outcome);
    yield { cluster, applied, outcome };
  }
}

/** Clusters with equal answers get equal objects. */
function likeness(overrides: readonly Override[], cluster: MemberCluster): string {
  return overrides
    .flatMap(({ rules }, index) =>
      rules.map((rule) => {
        if (!ruleMatches(rule, cluster)) return '-';
        return `${index}${rule.operations.map(({ value }) => dependsOn(value, cluster)).join('\0')}`;
      }),
    )
    .join('\u0001');
}

function draftOf(override: Override, drafts: Map<string, Draft>): Draft {
  const key = objectKey(override.ref);
  const draft = drafts.get(key) ?? new Draft(override.ref);
  drafts.set(key, draft);
  return draft;
}

/** One entry of the report while it is made. */
class Draft {
  readonly #object: ObjectRef;
  readonly #clusters = new Set<string>();
  readonly #resources = new Map<string, ObjectRef>();
  readonly #removed = new Map<string, { resource: ObjectRef; clusters: string[] }>();
  readonly #failures = new Map<string, { resource: ObjectRef; error: string; clusters: string[] }>();

  constructor(object: ObjectRef) {
    this.#object = object;
  }

  applies(resource: ObjectRef, cluster: string): void {
    this.#clusters.add(cluster);
    this.#resources.set(objectKey(resource), resource);
  }

  removes(resource: ObjectRef, cluster: string): void {
    const key = objectKey(resource);
    const entry = this.#removed.get(key) ?? { resource, clusters: [] };
    this.#removed.set(key, entry);
    entry.clusters.push(cluster);
  }

  fails(resource: ObjectRef, cluster: string, error: string): void {
    const key = `${objectKey(resource)}\0${error}`;
    const entry = this.#failures.get(key) ?? { resource, error, clusters: [] };
    this.#failures.set(key, entry);
    entry.clusters.push(cluster);
  }

  result(): PlannedOverride {
    return {
      object: this.#object,
      clusters: [...this.#clusters].toSorted(),
      resources: [...this.#resources.values()],
      removed: [...this.#removed.values()],
      failures: [...this.#failures.values()],
    };
  }
}
