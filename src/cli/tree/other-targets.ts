import { prepareAdmission } from '../../admission/prepare.ts';
import type { Finding, FixableFinding } from '../../finding.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { JudgingIo } from '../process/io.ts';
import { type JudgedTree, lintTree } from './lint-tree.ts';
import type { StaticInput } from './static-input.ts';
import { judgedParts } from './judged-parts.ts';

/** The hubs that may accept what KubeFleet's release refuses, the most common first. */
const OTHERS: readonly { readonly profile: HubProfile; readonly condition: string }[] = [
  { profile: 'aks', condition: "the hub is Azure's" },
  { profile: 'main', condition: 'the hub runs the main branch of KubeFleet' },
];

/**
 * Adds a hint to findings that another hub would not have, if the kind of hub is not set and not detected. Otherwise a reader could edit a
 * manifest that is correct for its hub.
 */
export async function withOtherTargets(
  tree: JudgedTree,
  input: StaticInput,
  { named }: Pick<Invocation, 'named'>,
  io: Pick<JudgingIo, 'now' | 'turns'>,
): Promise<JudgedTree> {
  const refused = tree.judged.findings.filter(isRefused);
  if (input.given.target.by !== 'default' || input.fleet.contracts !== undefined || refused.length === 0) return tree;
  const hints = new Map<string, string>();
  for (const { profile, condition } of OTHERS.toReversed()) {
    const other = { ...input, target: profile };
    await prepareAdmission(
      [...input.read.manifests, ...(input.base?.manifests ?? [])].map(({ object }) => object),
      profile,
    );
    const { findings } = await lintTree(judgedParts(other), input.read, [], io);
    // Each hub reports a fault with its own text and position. The other hub therefore accepts a fault only if it accepts the whole
    // object.
    const still = new Set(findings.filter(isRefused).map(objectOf));
    for (const finding of refused)
      if (!still.has(objectOf(finding)))
        hints.set(objectOf(finding), `Or set ${named('target', profile)} if ${condition}, which accepts this.`);
  }
  const findings = tree.judged.findings.map((finding) => {
    const hint = isRefused(finding) ? hints.get(objectOf(finding)) : undefined;
    return hint === undefined ? finding : withHint(finding, hint);
  });
  return { ...tree, judged: { ...tree.judged, findings } };
}

/** It may be correct as it is, so it is not fixed automatically. */
function withHint({ fix: _fix, ...finding }: FixableFinding, hint: string): FixableFinding {
  // The remedy already names the target for fields that only other hubs have.
  const namesTarget = /\btarget: \w/.test(finding.remedy);
  return namesTarget ? finding : { ...finding, remedy: [finding.remedy, hint].filter((text) => text !== '').join(' ') };
}

function isRefused({ effect, suppressed, state }: Finding): boolean {
  return effect === 'rejected' && suppressed === undefined && state !== 'fixed';
}

function objectOf({ file, object }: Finding): string {
  return object === undefined ? file : JSON.stringify([file, objectKey(object)]);
}
