import { compareResources } from '../../selection/resource-order.ts';
import { objectKey, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The change of one object, on clusters where it is exactly the same. */
export interface ObjectChange {
  readonly resource: ObjectRef;
  readonly clusters: readonly string[];
  /** At least one of both is defined. They differ, or the object comes from another placement. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** The other placement that brought the object before. */
  readonly movedFrom?: ObjectRef;
}

/** A change that is not known, of one object or of everything that a placement sends. */
export interface OpenChange {
  readonly resource?: ObjectRef;
  readonly clusters: readonly string[];
  readonly reason: string;
}

export interface PlacementChanges {
  /** In the order of selected resources. */
  readonly changes: readonly ObjectChange[];
  readonly open: readonly OpenChange[];
}

/** Collects the changes of a placement. The same change on several clusters is stored once. */
export class CollectedChanges {
  readonly #remark: string | undefined;
  readonly #changes = new Map<string, { change: Omit<ObjectChange, 'clusters'>; clusters: string[] }[]>();
  readonly #open = new Map<string, { resource: ObjectRef | undefined; reason: string; clusters: Set<string> }>();

  /** @param remark added to the changes, if there are any */
  constructor(remark: string | undefined) {
    this.#remark = remark;
  }

  change(clusters: readonly string[], change: Omit<ObjectChange, 'clusters'>): void {
    const key = objectKey(change.resource);
    const known = this.#changes.get(key) ?? [];
    this.#changes.set(key, known);
    const same = known.find(
      ({ change: other }) => other.before === change.before && other.after === change.after && other.movedFrom === change.movedFrom,
    );
    if (same === undefined) known.push({ change, clusters: [...clusters] });
    else same.clusters.push(...clusters);
  }

  open(clusters: readonly string[], reason: string, resource?: ObjectRef): void {
    const key = `${resource === undefined ? '' : objectKey(resource)}\0${reason}`;
    const entry = this.#open.get(key) ?? { resource, reason, clusters: new Set() };
    this.#open.set(key, entry);
    for (const name of clusters) entry.clusters.add(name);
  }

  result(): PlacementChanges {
    const found = [...this.#changes.values()].flat().map(({ change, clusters }) => ({ ...change, clusters: clusters.toSorted() }));
    const changes = found.toSorted((a, b) => compareResources(a.resource, b.resource));
    const open = [...this.#open.values()].map(({ resource, reason, clusters }) => ({
      ...(resource === undefined ? {} : { resource }),
      reason,
      clusters: [...clusters].toSorted(),
    }));
    const all = [...new Set(changes.flatMap(({ clusters }) => clusters))].toSorted();
    return { changes, open: this.#remark === undefined || all.length === 0 ? open : [{ clusters: all, reason: this.#remark }, ...open] };
  }
}
