import type { NotEvaluated } from '../../finding.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { once } from '../../fleet/memo/once.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { placedContent } from '../read/kustomize/placed-content.ts';
import type { FilledByDeployer, HeldObject, OutsideDeployment, ReadResult } from '../read/read-result.ts';
import type { Manifest } from '../world/manifest.ts';
import { namedOnce, unevaluated } from '../world/unevaluated.ts';
import { isOfSomeHub, mayMeet } from './may-meet.ts';
import { treeParts } from './tree-parts.ts';

/**
 * Reports what deployers bring from outside of the tree, or what other tools create from their objects, as not evaluated if they bring it into a namespace that a placement selects, and
 * both are for one hub, or may be: as for an object of that namespace beside the deployer. A deployer that a placement sends to members
 * deploys nothing on the hub. One note names all others.
 */
export function withFilledFromOutside({ outside = [], ...read }: ReadResult): ReadResult {
  const placedBy = placementsFinder(read);
  const [filling, others, unread]: [NotEvaluated[], string[], string[]] = [[], [], []];
  const filled: FilledByDeployer[] = [];
  for (const deployment of outside) {
    const { reason, does } = placedBy(deployment) ?? {};
    if (deployment.by !== undefined && does !== undefined)
      filled.push({ by: deployment.by, does, ...(deployment.jsonnet === undefined ? {} : { isHere: true }) });
    if (reason === undefined && deployment.holds !== undefined) continue;
    if (reason === undefined && deployment.jsonnet !== undefined) unread.push(...deployment.jsonnet);
    else if (reason === undefined) others.push(deployment.name);
    else filling.push({ ...entryOf(deployment, reason), fleetObject: true });
  }
  const ofOthers = `Not checked, because it is not among these files: what ${listed(others, 3)} ${others.length === 1 ? 'deploys' : 'deploy'}.`;
  const ofUnread = `Not checked, because Jsonnet is not read: what Argo CD makes of ${listed([...new Set(unread)], 3, 'files')}.`;
  const notes = [...(others.length === 0 ? [] : [ofOthers]), ...(unread.length === 0 ? [] : [ofUnread])];
  return {
    ...read,
    filled,
    notEvaluated: [...read.notEvaluated, ...namedOnce(filling)],
    notes: [...(read.notes ?? []), ...notes],
  };
}

/** Finds why what a deployer brings is not evaluated; `undefined` if no placement selects its namespaces. */
function placementsFinder({ manifests, worlds = [] }: ReadResult): (deployment: OutsideDeployment) => Filling | undefined {
  if (!manifests.some(({ object }) => isPlacement(object))) return () => undefined;
  const [whole, ...parts] = treeParts(manifests).map((part) => {
    const selected = once(() => placedContent(part.manifests));
    return { part, isPlaced: (content: Content) => selected()(content) };
  });
  const byName = new Map(worlds.map((world) => [world.name, world]));
  return ({ by, namespaces, holds = [], jsonnet }) => {
    const manifest = by === undefined ? undefined : manifests.find((each) => isSame(each, by));
    const sent = manifest === undefined ? [] : [manifest];
    const own = parts.find(({ part }) => sent.some((each) => part.judged.has(each)));
    const { isPlaced } = own ?? whole ?? NONE;
    if (isPlaced({ namespaces: [], manifests: sent })) return undefined;
    const brought = [...namespaces.map((namespace) => intoNamespace(namespace, jsonnet)), ...holds.map(ofHeld)];
    const filled = brought.find(({ content }) => isPlaced(content));
    if (filled !== undefined)
      return { does: filled.does, reason: `It ${filled.does}, which a placement selects. ${filled.why}, so it was not checked.` };
    if (own === undefined || !isOfSomeHub(own.part)) return undefined;
    for (const other of parts) {
      if (!isOfSomeHub(other.part) || !mayMeet(own.part, other.part, byName)) continue;
      if (other.isPlaced({ namespaces: [], manifests: sent })) continue;
      const found = brought.find(({ content }) => other.isPlaced(content));
      if (found === undefined) continue;
      const reason = `It ${found.does}, which a placement in ${other.part.name ?? ''} selects if both are for one hub. Nothing says so, and it was not checked: list the folders of one hub in \`worlds\` of the configuration. ${found.why}.`;
      return { does: found.does, reason };
    }
    return undefined;
  };
}

/** That a deployer fills a namespace of a placement, or may. */
interface Filling {
  /** Behind "It". */
  readonly does: string;
  readonly reason: string;
}

/** What a deployer brings. */
interface Brought {
  readonly content: Content;
  /** Behind "It". */
  readonly does: string;
  readonly why: string;
}

function intoNamespace(namespace: string, jsonnet: readonly string[] | undefined): Brought {
  return {
    content: { namespaces: [namespace], manifests: [] },
    does: `deploys into namespace ${namespace}`,
    why: jsonnet === undefined ? 'What it deploys is not among these files' : `Jsonnet is not read (${listed(jsonnet, 3, 'files')})`,
  };
}

function ofHeld({ object, namespace, place }: HeldObject): Brought {
  const namespaces = namespace === undefined ? [] : [namespace];
  const why = 'Another tool creates it from this object';
  if (object === undefined)
    return { content: { namespaces, manifests: [] }, does: `has a template for namespace ${namespace ?? ''} at ${place}`, why };
  const { kind, metadata } = object;
  const name = displayName({ kind, name: metadata.name, ...(namespace === undefined ? {} : { namespace }) });
  return { content: { namespaces: [], manifests: [{ object, namespace }] }, does: `has ${name} at ${place}`, why };
}

type Content = Parameters<ReturnType<typeof placedContent>>[0];

const NONE = { isPlaced: () => false };

function entryOf({ file, line, by }: OutsideDeployment, reason: string): NotEvaluated {
  return by === undefined ? { file, line, reason } : unevaluated(by, reason);
}

/** Whether two manifests are one, which later steps of reading have changed. */
function isSame(one: Manifest, other: Manifest): boolean {
  return (
    one.file === other.file &&
    one.overlay === other.overlay &&
    one.documentIndex === other.documentIndex &&
    one.inDocument === other.inDocument &&
    one.object.kind === other.object.kind &&
    one.object.metadata.name === other.object.metadata.name
  );
}
