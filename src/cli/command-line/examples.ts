import type { Command } from '../../settings/commands.ts';

/** A command line to copy, and its purpose. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** The most common uses of each command, for its help. A test runs those that do not need a hub on the demo's repository. */
export const EXAMPLES: Readonly<Record<Command, readonly Example[]>> = {
  init: [
    { line: 'fleet-gate init', does: 'write .fleet-gate.yaml and two workflows' },
    { line: 'fleet-gate init --context hub', does: 'write clusters.yaml as well, from the hub' },
  ],
  lint: [
    { line: 'fleet-gate lint deploy/ --clusters clusters.yaml', does: 'check manifests against the clusters of the fleet' },
    { line: 'fleet-gate lint deploy/ --base origin/main --fail-on-new', does: 'fail only on findings that a branch adds' },
    { line: 'fleet-gate lint deploy/ --format sarif=lint.sarif', does: 'write a file for code scanning' },
    { line: 'fleet-gate lint deploy/ --fix --dry-run', does: 'show possible fixes as a diff' },
  ],
  plan: [
    { line: 'fleet-gate plan deploy/ --clusters clusters.yaml', does: 'show where placements would go, and why not elsewhere' },
    { line: 'fleet-gate plan deploy/ --clusters clusters.yaml --base origin/main', does: 'show what a branch changes on which cluster' },
    { line: 'fleet-gate plan deploy/ --clusters clusters.yaml --render oslo', does: 'print what one cluster would get' },
  ],
  ready: [
    { line: 'fleet-gate ready deploy/ --kubeconfig hub.kubeconfig', does: 'check whether the change may be rolled out now' },
    { line: 'fleet-gate ready deploy/ --member east=aks-east', does: 'also look on a member for objects that the change needs' },
    { line: "fleet-gate ready deploy/ --ignore-windows 'hotfix for INC-1234'", does: 'do not wait for a window, for a reason' },
  ],
  wait: [
    { line: 'fleet-gate wait --manifests deploy/ --timeout 15m', does: 'wait until exactly this content is available everywhere' },
    { line: 'fleet-gate wait crp/shop rp/orders/api', does: 'wait for two placements' },
    { line: 'fleet-gate wait csur/release-7 --on-approval fail', does: 'follow an update run, and end when a person must approve' },
  ],
  diagnose: [
    { line: 'fleet-gate diagnose crp/shop', does: 'show now why a placement is not good' },
    { line: 'fleet-gate diagnose --from fleet-gate-snapshot.yaml', does: 'show it from a file, without a hub' },
    { line: 'fleet-gate diagnose --manifests deploy/ --format markdown=report.md', does: 'write a report to share' },
  ],
  approve: [
    { line: 'fleet-gate approve csur/release-7', does: 'approve the open stage of a run if its clusters are good' },
    {
      line: 'fleet-gate approve csur/release-7 --manifests deploy/ --dry-run',
      does: 'show what would be written, with the content compared',
    },
  ],
  watch: [
    { line: 'fleet-gate watch --once --state watch.json', does: 'check a hub on a schedule, and report what changed since the last check' },
    { line: 'fleet-gate watch --metrics :9464', does: 'check it every minute, and serve metrics for Prometheus' },
    { line: 'fleet-gate watch --once --github-issues OWNER/REPO', does: 'keep one GitHub issue for each object that is bad' },
  ],
  status: [
    { line: 'fleet-gate status', does: 'list all placements and update runs, the worst first' },
    { line: 'fleet-gate status -w', does: 'show that list until you press Ctrl-C' },
    { line: 'fleet-gate status crp/shop -o wide', does: 'show one placement on each cluster' },
  ],
  snapshot: [
    { line: 'fleet-gate snapshot', does: 'write all placements and their related objects' },
    { line: 'fleet-gate snapshot crp/shop --out shop.yaml', does: 'write one placement, for a support ticket' },
  ],
  clusters: [
    { line: 'fleet-gate clusters', does: 'write clusters.yaml, or the file that the configuration names' },
    { line: 'fleet-gate clusters --context hub --out members.yaml', does: 'write another file' },
  ],
  doctor: [
    { line: 'fleet-gate doctor', does: 'check the way to the hub, and print missing roles' },
    { line: 'fleet-gate doctor --manifests deploy/ --timeout 1h', does: 'check it for one deploy, and for a wait of an hour' },
    { line: 'fleet-gate doctor --format json=doctor.json', does: 'write the results to a file' },
  ],
  explain: [
    { line: 'fleet-gate explain', does: 'list all rules and failures' },
    { line: 'fleet-gate explain overlapping-placements', does: 'read why a rule exists, and what to do' },
    { line: 'fleet-gate explain ImagePullBackOff', does: 'find the failure that a reason leads to' },
    { line: 'fleet-gate explain run-stuck --format markdown', does: 'print the page of a failure as in the docs' },
  ],
  owns: [
    { line: 'fleet-gate owns Deployment/shop/web', does: 'show which placement puts an object on which clusters' },
    { line: 'fleet-gate owns ns/shop --cluster oslo', does: 'ask about one cluster' },
    { line: 'fleet-gate owns cm/shop/settings --from fleet-gate-snapshot.yaml', does: 'ask a file instead of a hub' },
  ],
  mcp: [
    { line: 'fleet-gate mcp --root deploy', does: 'serve lint, plan and explain to an agent, for one folder' },
    { line: 'fleet-gate mcp --context hub', does: 'allow it to read a hub as well' },
  ],
  completion: [
    { line: 'fleet-gate completion bash > ~/.fleet-gate.bash', does: 'then add to ~/.bashrc: source ~/.fleet-gate.bash' },
    { line: 'fleet-gate completion fish | source', does: 'complete in this session of fish' },
  ],
  demo: [
    { line: 'fleet-gate demo', does: 'show a lint, a plan and a gate within a minute' },
    { line: 'fleet-gate demo ready', does: 'see a rollout held back, then let go' },
    { line: 'fleet-gate demo approve', does: 'see an approval refused, then given' },
    { line: 'fleet-gate demo watch', does: 'see a failure reported, then its recovery' },
  ],
};
