/** `docs/comparison.md`, and the paragraph of README.md: the results of `npm run compare` (`docs/comparison.json`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ManifestFigures } from '../compare/manifests.ts';
import type { RolloutFigures } from '../compare/rollouts.ts';
import type { Generated } from '../gen.ts';

interface Figures {
  readonly manifests: ManifestFigures;
  readonly rollouts: RolloutFigures;
}

/** Formatters do not change the text between these. */
const START = '<!-- prettier-ignore-start -->';
const END = '<!-- prettier-ignore-end -->';

export function generate(root: string): Generated {
  const figures = JSON.parse(readFileSync(join(root, 'docs/comparison.json'), 'utf8')) as Figures;
  return {
    files: { 'docs/comparison.md': pageOf(figures), 'README.md': withTable(readFileSync(join(root, 'README.md'), 'utf8'), figures) },
  };
}

function withTable(readme: string, figures: Figures): string {
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${START} or no ${END}`);
  return `${before}${START}\n\n${tableOf(figures)}\n\n${END}${after}`;
}

function tableOf({ manifests, rollouts }: Figures): string {
  const { refused, taken, fleetGate, kubeconform, kubeconformVersion } = manifests;
  const { failed, passed, kubectlWait, fleetGate: gate } = rollouts;
  const validator = (value: number): string => `kubeconform ${kubeconformVersion}: ${count(value)}`;
  const wait = (value: number): string => `\`kubectl wait\`: ${count(value)}`;
  return [
    '| | fleet-gate | others |',
    '| --- | --- | --- |',
    `| ${count(refused)} manifests that hubs refuse: found | ${count(fleetGate.found)} | ${validator(kubeconform.found)} |`,
    `| ${count(taken)} manifests that hubs accept: reported as wrong | ${count(fleetGate.falseAlarms)} | ${validator(kubeconform.falseAlarms)} |`,
    `| ${count(failed)} rollouts without success: called good | ${count(gate.failedCalledGood)} | ${wait(kubectlWait.failedCalledGood)} |`,
    `| ${count(passed)} rollouts with success: called good too early | ${count(gate.goodTooEarly)} | ${wait(kubectlWait.goodTooEarly)} |`,
  ].join('\n');
}

function pageOf(figures: Figures): string {
  const { rollouts } = figures;
  return `# Compared with what people use today

${tableOf(figures)}

**Manifests**: each was sent as \`kubectl apply\` does to hubs of KubeFleet v0.3.1 and main, and their answers were recorded. Most are a valid object with one change.
A request whose answer depends on other objects of the hub is left out. What fleet-gate misses depends on which kinds the hub serves; with
\`--kubeconfig\` it reads them. kubeconform refuses what its schema does not allow, while a hub drops nulls and fills in defaults first. It
knows no CEL rules and no webhooks.

kubeconform runs with \`-strict\` and schemas made from the CRDs of the release.

**Rollouts**: recordings of hubs with three members, of the same two versions. \`kubectl wait\` starts when the deploy step has ended, and waits for
the condition whose name fits: \`Available\` of a placement, \`Succeeded\` of an update run. "Without success" are rollouts that fail, get stuck,
wait for a person, or are replaced by a newer change. "Too early" is before the new content was good on all clusters: for
15 to 30 seconds after a change the status still describes the former content. The condition that \`kubectl\` checks, by its source, is
checked on each recorded state. ${kubectlSentence(rollouts)}

Repeat it: \`npm run compare\`. It needs the recordings and the answers of the hubs (\`TRUTH_DIR\`, see CONTRIBUTING.md), and Go, which builds
kubeconform. Where \`kubectl\` runs, it is run as well; otherwise that part is skipped with a message. \`npm run gen\` makes this page from its figures.

## What was not measured

| | what it can see |
| --- | --- |
| \`kubectl apply --dry-run=server\` | It asks the hub itself, so it finds every refusal of the table above. It needs the rights to write, and does not find placements that are valid but do not do what was meant. |
| Argo CD, Flux | Without a health check of the kind, a placement is healthy as soon as it is stored. [With ours](gitops.md) they show its state, of one object, and without time limits. |
| Kargo's step \`argocd-update\` | It waits until the Application is healthy, so it sees what Argo CD sees. |
| Azure's actions | \`azure/aks-set-context\` logs in. \`azure/k8s-deploy\` waits for workloads of the cluster that it deploys to; on a hub none run. |
`;
}

function kubectlSentence({ failed, passed, kubectl }: RolloutFigures): string {
  if (kubectl === undefined) return 'No kubectl was available to compare with.';
  return `\`kubectl\` ${kubectl.version} itself was shown the same states by an embedded hub. It
gave the same answer in ${count(kubectl.alike)} of ${count(failed + passed)} rollouts, at the same state.`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
