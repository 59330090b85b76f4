import { FLEET_KINDS } from '../../../src/fleet/kubefleet/kinds.ts';
import { groupOf, objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { json, silence, statusAnswer, type VirtualAnswer } from './virtual-hub.ts';

/** What etcd holds at a revision. */
export interface Stored {
  readonly revision: number;
  readonly objects: ReadonlyMap<string, KubeObject>;
}

interface Served {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const KINDS: readonly Served[] = [
  ...FLEET_KINDS.map(({ group, kind, plural, namespaced }) => ({ group, version: 'v1beta1', kind, plural, namespaced })),
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true },
];

/**
 * A hub of plain objects that can be restored to an earlier state, as etcd from a backup. As after a real restore, its watches report
 * nothing about it.
 */
export class VirtualFleet {
  now: Stored = { revision: 100, objects: new Map() };
  /** Whether the hub does not answer. */
  isDown = false;
  /** The text of a revision; by default its number. */
  versionText = (revision: number): string => String(revision);

  /** From now on the hub holds exactly these objects. Changed ones get a new version. */
  hold(objects: readonly KubeObject[]): Stored {
    const revision = this.now.revision + 1;
    const held = objects.map((object) => {
      const before = this.now.objects.get(objectKey(refOf(object)));
      const at = (resourceVersion: string | undefined): KubeObject => ({
        ...object,
        metadata: { ...object.metadata, resourceVersion } as KubeObject['metadata'],
      });
      const isSame = JSON.stringify(before) === JSON.stringify(at(before?.metadata.resourceVersion));
      return isSame && before !== undefined ? before : at(this.versionText(revision));
    });
    this.now = { revision, objects: new Map(held.map((object) => [objectKey(refOf(object)), object])) };
    return this.now;
  }

  /** Adds writes to objects that no watch follows. */
  grow(revisions: number): void {
    this.now = { ...this.now, revision: this.now.revision + revisions };
  }

  restore(backup: Stored): void {
    this.now = backup;
  }

  answer(url: URL): VirtualAnswer {
    if (url.searchParams.has('watch')) return { body: silence() };
    const [, root, ...path] = url.pathname.split('/');
    const [group = '', version, plural] = root === 'api' ? ['', ...path] : path;
    const served = KINDS.filter((kind) => kind.group === group);
    if (served.length === 0) return statusAnswer(404, 'NotFound');
    if (version === undefined)
      return json({ versions: [{ version: served[0]?.version }], preferredVersion: { version: served[0]?.version } });
    if (plural === undefined) return json({ resources: served.map(({ plural: name, ...kind }) => ({ ...kind, name })) });
    const asked = served.find((kind) => kind.plural === plural);
    if (asked === undefined) return statusAnswer(404, 'NotFound');
    const items = [...this.now.objects.values()].filter(({ apiVersion, kind }) => groupOf(apiVersion) === group && kind === asked.kind);
    return json({ metadata: { resourceVersion: this.versionText(this.now.revision) }, items });
  }
}
