import type { HubProfile } from '../../../src/fleet/kubefleet/kinds.ts';
import { listAt } from '../../../src/fleet/json/json.ts';
import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { missingFrom } from '../../../src/gates/deploy/content/equal.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { objectsAt, type Recording } from '../recordings/recording.ts';
import { profileOf } from '../recordings/releases.ts';
import { lintTexts, type Texts } from '../trees/lint-texts.ts';

/** A deploy, and the hub that got it. */
export interface Deploy {
  readonly manifests: readonly KubeObject[];
  readonly hub: readonly KubeObject[];
  /** What the hub had before in place of the manifests, oldest first. */
  readonly former: readonly KubeObject[];
  readonly target: HubProfile;
}

export function deployOf({ name, expected, events, startedAt }: Recording): Deploy {
  const before = events.filter(({ at }) => at <= startedAt);
  return {
    manifests: expected.manifests ?? [],
    hub: objectsAt(before),
    former: before.map(({ object }) => object),
    target: profileOf(name),
  };
}

/** The same for a hub of which only one state is known: former content is in its resource snapshots. */
export function deployOnHub(manifests: readonly KubeObject[], hub: readonly KubeObject[]): Deploy {
  const former = hub
    .filter(({ kind }) => kind.endsWith('ResourceSnapshot'))
    .flatMap((snapshot) => listAt(snapshot, 'spec', 'selectedResources'));
  return { manifests, hub, former: former as readonly KubeObject[], target: 'v0.3' };
}

/**
 * The rules that find something in a deploy: in a repository with all that people wrote on the hub, with and without a base, and in the
 * manifests alone with the hub as it was.
 */
export function rulesFoundBefore({ manifests, hub, former, target }: Deploy): ReadonlySet<string> {
  const deployed = new Map(manifests.map((manifest) => [objectKey(refOf(manifest)), manifest]));
  const isOther = (object: KubeObject): boolean => !deployed.has(objectKey(refOf(object)));
  const before = former
    .filter((object) => !isOther(object) && missingFrom(object, deployed.get(objectKey(refOf(object)))) !== undefined)
    .map((object) => [objectKey(refOf(object)), asManifest(object)] as const);
  const base = [...new Map(before).values()];
  const others = hub.filter((object) => isWritten(object) && isOther(object)).map(asManifest);
  const clusters = textOf(hub.filter(({ kind }) => kind === 'MemberCluster'));
  const found = (files: readonly KubeObject[], more: Partial<Texts>): readonly string[] =>
    lintTexts(
      { files: [{ path: 'deploy.yaml', text: textOf(files) }], clusters, config: `target: ${target}`, ...more },
      RULES,
    ).findings.map(({ rule }) => rule);
  return new Set([
    ...found([...others, ...manifests], { base: textOf([...others, ...base]) }),
    ...found([...others, ...manifests], {}),
    ...found(manifests, { hub: textOf([...hub.filter((object) => object.kind !== 'MemberCluster' && isOther(object)), ...base]) }),
  ]);
}

/** What people write; everything else is made by KubeFleet. */
function isWritten({ kind }: KubeObject): boolean {
  return !/Snapshot$|Binding$|^(?:Work|Event|ServiceAccount|(?:Internal)?MemberCluster|ClusterResourcePlacementStatus)$|ApprovalRequest$/.test(
    kind,
  );
}

function asManifest({ metadata, status: _status, ...content }: KubeObject): KubeObject {
  const { name, namespace, labels } = metadata;
  return { ...content, metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }) } };
}

/** Documents of YAML, which JSON is too. */
function textOf(objects: readonly KubeObject[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n---\n');
}
