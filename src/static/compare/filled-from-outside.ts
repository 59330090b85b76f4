import type { NotEvaluated } from '../../finding.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { once } from '../../fleet/memo/once.ts';
import { listed } from '../../fleet/text/listed.ts';
import { placedContent } from '../read/kustomize/placed-content.ts';
import type { OutsideDeployment, ReadResult } from '../read/read-result.ts';
import type { Manifest } from '../world/manifest.ts';
import { namedOnce, unevaluated } from '../world/unevaluated.ts';
import { isOfSomeHub, mayMeet } from './may-meet.ts';
import { treeParts } from './tree-parts.ts';

/**
 * Reports what deployers bring from outside of the tree as not evaluated if they bring it into a namespace that a placement selects, and
 * both are for one hub, or may be: as for an object of that namespace beside the deployer. A deployer that a placement sends to members
 * deploys nothing on the hub. One note names all others.
 */
export function withFilledFromOutside({ outside = [], ...read }: ReadResult): ReadResult {
  const placedBy = placementsFinder(read);
  const [filling, others]: [NotEvaluated[], string[]] = [[], []];
  for (const deployment of outside) {
    const reason = placedBy(deployment);
    if (reason === undefined) others.push(deployment.name);
    else filling.push({ ...entryOf(deployment, reason), fleetObject: true });
  }
  const note = `Not checked, because it is not among these files: what ${listed(others, 3)} ${others.length === 1 ? 'deploys' : 'deploy'}.`;
  return {
    ...read,
    notEvaluated: [...read.notEvaluated, ...namedOnce(filling)],
    notes: [...(read.notes ?? []), ...(others.length === 0 ? [] : [note])],
  };
}

/** Finds why what a deployer brings is not evaluated; `undefined` if no placement selects its namespaces. */
function placementsFinder({ manifests, worlds = [] }: ReadResult): (deployment: OutsideDeployment) => string | undefined {
  if (!manifests.some(({ object }) => isPlacement(object))) return () => undefined;
  const [whole, ...parts] = treeParts(manifests).map((part) => {
    const selected = once(() => placedContent(part.manifests));
    return { part, isPlaced: (content: Content) => selected()(content) };
  });
  const byName = new Map(worlds.map((world) => [world.name, world]));
  return ({ by, namespaces }) => {
    const manifest = by === undefined ? undefined : manifests.find((each) => isSame(each, by));
    const sent = manifest === undefined ? [] : [manifest];
    const own = parts.find(({ part }) => sent.some((each) => part.judged.has(each)));
    const { isPlaced } = own ?? whole ?? NONE;
    if (isPlaced({ namespaces: [], manifests: sent })) return undefined;
    const filled = namespaces.find((namespace) => isPlaced({ namespaces: [namespace], manifests: [] }));
    if (filled !== undefined) return `It deploys into namespace ${filled}, which a placement selects. ${NOT_HERE}, so it was not checked.`;
    if (own === undefined || !isOfSomeHub(own.part)) return undefined;
    for (const other of parts) {
      if (!isOfSomeHub(other.part) || !mayMeet(own.part, other.part, byName)) continue;
      if (other.isPlaced({ namespaces: [], manifests: sent })) continue;
      const namespace = namespaces.find((name) => other.isPlaced({ namespaces: [name], manifests: [] }));
      if (namespace !== undefined)
        return `It deploys into namespace ${namespace}, which a placement in ${other.part.name ?? ''} selects if both are for one hub. Nothing says so, and it was not checked: list the folders of one hub in \`worlds\` of the configuration. ${NOT_HERE}.`;
    }
    return undefined;
  };
}

type Content = Parameters<ReturnType<typeof placedContent>>[0];

const NONE = { isPlaced: () => false };
const NOT_HERE = 'What it deploys is not among these files';

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
