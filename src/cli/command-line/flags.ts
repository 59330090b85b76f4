/** Every flag of every command, once: the parser, `--help` and the Action's inputs are made from this table. */

export const COMMANDS = ['lint', 'plan', 'wait', 'diagnose', 'snapshot', 'doctor', 'explain', 'owns', 'mcp', 'demo'] as const;
export type Command = (typeof COMMANDS)[number];

export interface Flag {
  readonly name: string;
  /** Absent for switches. */
  readonly value?: string;
  readonly many?: boolean;
  /** A switch that is on in some cases by itself: `--no-NAME` turns it off. */
  readonly negatable?: boolean;
  readonly short?: string;
  readonly help: string;
  /** What it does for a command where that is something else. */
  readonly helpFor?: Partial<Readonly<Record<Command, string>>>;
  readonly commands: readonly Command[] | 'all';
}

const STATIC: readonly Command[] = ['lint', 'plan'];
const GATE: readonly Command[] = ['wait', 'diagnose'];
const HUB: readonly Command[] = ['wait', 'diagnose', 'snapshot', 'doctor'];
/** Commands that look at a hub, whatever for. */
const LOOKING: readonly Command[] = [...HUB, 'owns', 'mcp'];
const MEMBERS: readonly Command[] = [...GATE, 'doctor'];

/** What holds for commands that look at files first. */
const NO_HUB = 'without it and a context no hub is asked';

const TABLE = [
  {
    name: 'clusters',
    value: 'FILE',
    help: 'MemberClusters as YAML or JSON (`-`: stdin); a dump may also hold policy snapshots and bindings',
    commands: STATIC,
  },
  {
    name: 'base',
    value: 'REF',
    help: 'git ref to compare with, at the merge base with HEAD: tells new findings from known ones and fixed ones',
    helpFor: { plan: 'git ref to compare with, at the merge base with HEAD: says what changes on which cluster' },
    commands: STATIC,
  },
  { name: 'base-exact', value: 'REF', help: 'git ref to compare with as it is, not at the merge base', commands: STATIC },
  { name: 'base-dir', value: 'DIR', help: 'another tree to compare with', commands: STATIC },
  {
    name: 'config-from',
    value: 'TREE',
    help: 'which configuration file decides: that of the base (default where there is one) or that of the head, the tree that is checked',
    commands: STATIC,
  },
  {
    name: 'render-with',
    value: 'TOOL',
    help: 'render only with kustomize or helm, or not at all: off (default: charts and kustomizations, with what is installed)',
    commands: STATIC,
  },
  { name: 'target', value: 'PROFILE', help: 'hub to check for: v0.3 (default), aks or main', commands: STATIC },
  { name: 'hub-schema', help: 'check by the schemas of the hub itself; needs --kubeconfig or --context', commands: STATIC },
  {
    name: 'crds',
    value: 'FILE',
    many: true,
    help: 'check by the CustomResourceDefinitions of these files or folders (again for each); kinds they leave out are as --target has them',
    commands: STATIC,
  },
  {
    name: 'policies',
    value: 'FILE',
    many: true,
    help: 'ValidatingAdmissionPolicies and bindings of the hub, with their parameters and namespaces, as files or folders (again for each)',
    commands: STATIC,
  },
  { name: 'fix', help: 'correct what has one right answer, in the files themselves; the report is of the result', commands: ['lint'] },
  { name: 'dry-run', help: 'with --fix: print what would be written, as a unified diff, and write nothing', commands: ['lint'] },
  {
    name: 'render',
    value: 'CLUSTER',
    help: 'print the objects this cluster gets, overrides applied, as YAML; secrets are redacted',
    commands: ['plan'],
  },
  {
    name: 'show-secrets',
    help: 'with --render: print data of Secrets and other credentials as they are',
    commands: ['plan'],
  },
  {
    name: 'diff',
    value: 'CLUSTER',
    help: 'with --plan and a base: say what changes in the objects this cluster gets, or those of each: all',
    helpFor: { plan: 'with a base: say what changes in the objects this cluster gets, overrides applied, or those of each: all' },
    commands: STATIC,
  },
  { name: 'plan', help: 'say as well which clusters the scheduler would pick; needs the clusters', commands: ['lint'] },
  {
    name: 'fail-on',
    value: 'LEVEL',
    help: 'mildest findings that fail: error (default), warning or none',
    helpFor: { plan: 'none: exit 0 whatever the plan shows; error (default) and warning: a placement that goes wrong fails' },
    commands: STATIC,
  },
  {
    name: 'fail-on-new',
    help: 'only findings the base lacks decide the exit code',
    helpFor: { plan: 'only what goes wrong in no plan of the base decides the exit code' },
    commands: STATIC,
  },
  {
    name: 'fail-on-not-evaluated',
    negatable: true,
    help: 'fail on whatever was not evaluated (exit 6); by default only on KubeFleet objects whose final content is unknown',
    commands: STATIC,
  },
  {
    name: 'fail-on-removal',
    value: 'WHAT',
    help: 'fail on what a change takes off clusters: none (default); clusters, a placement that goes or leaves one; resources, that a placement drops; any',
    commands: STATIC,
  },
  {
    name: 'deadline',
    value: 'DURATION',
    help: 'stop after this long, and end with exit 6 (default 10m)',
    commands: STATIC,
  },
  { name: 'allow-nothing', help: 'pass where the files hold no Kubernetes object', commands: STATIC },
  {
    name: 'now',
    value: 'TIME',
    help: 'RFC 3339 time at which heartbeats and other times of the input are checked',
    commands: ['lint', 'plan', 'diagnose'],
  },
  {
    name: 'kubeconfig',
    value: 'FILE',
    help: 'kubeconfig of the hub (default: KUBECONFIG, then ~/.kube/config, then the service account of the pod this runs in)',
    helpFor: {
      lint: `read the hub of this kubeconfig as well; ${NO_HUB}`,
      plan: `read the hub of this kubeconfig as well; ${NO_HUB}`,
      mcp: `let calls look at the hub of this kubeconfig; ${NO_HUB}`,
    },
    commands: ['lint', 'plan', ...LOOKING],
  },
  { name: 'context', value: 'NAME', help: 'context of the hub in the kubeconfig', commands: ['lint', 'plan', ...LOOKING] },
  { name: 'namespace', short: 'n', value: 'NS', help: 'namespace of targets that name none', commands: LOOKING },
  { name: 'server', value: 'URL', help: 'address of the hub, instead of the kubeconfig’s', commands: LOOKING },
  { name: 'tls-server-name', value: 'NAME', help: 'name the hub’s certificate is checked for', commands: LOOKING },
  {
    name: 'manifests',
    value: 'PATH',
    many: true,
    help: 'what was just deployed: names the placements, which pass only with exactly this content',
    helpFor: { doctor: 'what is going to be deployed: names the placements, and the kinds that must be read' },
    commands: HUB,
  },
  { name: 'selector', value: 'LABELS', help: 'label selector for placements and runs', commands: ['wait', 'diagnose', 'snapshot'] },
  {
    name: 'timeout',
    value: 'DURATION',
    help: 'give up after this long (default 15m)',
    helpFor: { doctor: 'how long a wait may last: credentials must live as long (default 15m)' },
    commands: ['wait', 'doctor'],
  },
  { name: 'for', value: 'WHAT', help: 'available (default), applied, diff-reported, succeeded or scheduled', commands: GATE },
  { name: 'on-approval', value: 'WHAT', help: 'when a person must act: wait (default), fail or pass', commands: GATE },
  { name: 'allow-partial', help: 'pass with fewer clusters than asked for', commands: GATE },
  { name: 'allow-empty', help: 'pass with no cluster or nothing selected', commands: GATE },
  { name: 'hold', value: 'DURATION', help: 'pass only after all was good for this long (default 0s)', commands: ['wait'] },
  {
    name: 'settle',
    value: 'DURATION',
    help: 'after the first failure go on for this long, to report all that fails (default 10s)',
    commands: ['wait'],
  },
  { name: 'stuck-grace', value: 'DURATION', help: 'time a stuck update run gets to recover (default 0s)', commands: GATE },
  {
    name: 'require-clusters',
    value: 'CLUSTERS',
    help: 'names (`east,west`) or labels (`env=prod`) of clusters that every placement and run must be good on',
    commands: GATE,
  },
  {
    name: 'min-clusters',
    value: 'SHARE',
    help: 'on how many clusters each placement and run must be good at least: a number or a percentage',
    commands: GATE,
  },
  {
    name: 'tolerate-failed',
    value: 'SHARE',
    help: 'how many clusters of each placement and run may fail: a number or a percentage (default 0)',
    commands: GATE,
  },
  {
    name: 'access-grace',
    value: 'DURATION',
    help: 'ask a hub that refuses (401, 403) again for so long: new role assignments take minutes (default 0s)',
    commands: ['wait', 'diagnose', 'snapshot', 'owns'],
  },
  { name: 'fail-on-drift', help: 'fail when objects on members drifted', commands: GATE },
  { name: 'require-selected', help: 'fail when an object of the manifests is in no placement that is waited for', commands: GATE },
  {
    name: 'member',
    value: 'CLUSTER=CONTEXT',
    many: true,
    help: 'kubeconfig context of a member cluster, read-only: names why pods do not start there',
    commands: MEMBERS,
  },
  {
    name: 'member-kubeconfig',
    value: 'DIR',
    help: 'folder with one kubeconfig a member cluster, named as the cluster (`east.yaml`), for the same',
    commands: MEMBERS,
  },
  {
    name: 'from',
    value: 'FILE',
    many: true,
    help: 'check objects from files (`kubectl get … -o yaml`) or directories of them instead of a hub',
    commands: ['diagnose', 'owns'],
  },
  {
    name: 'cluster',
    value: 'NAME',
    many: true,
    help: 'ask about this member cluster only (again for each; each must have it)',
    commands: ['owns'],
  },
  {
    name: 'root',
    value: 'DIR',
    help: 'folder that may be read; nothing outside of it is (default: the working directory)',
    commands: ['mcp'],
  },
  {
    name: 'out',
    short: 'o',
    value: 'FILE',
    help: 'file to write (default fleet-gate-snapshot.yaml; `-`: stdout)',
    helpFor: { demo: 'file to write the report to (default fleet-gate-demo.md; `-`: stdout)' },
    commands: ['snapshot', 'demo'],
  },
  {
    name: 'format',
    value: 'FORMAT[=FILE]',
    many: true,
    help: 'text (default), json, sarif, junit, markdown, html, github, gitlab (Code Quality) or azure (Azure Pipelines; shows markdown=FILE as summary)',
    helpFor: {
      explain: 'text (default), json, or markdown: the page of the docs as it is',
      doctor: 'text (default), json or markdown',
      owns: 'text (default), json or markdown',
    },
    commands: ['lint', 'plan', 'wait', 'diagnose', 'doctor', 'explain', 'owns'],
  },
  {
    name: 'notify-file',
    value: 'FILE',
    help: 'write one small JSON for a chat step: verdict, cause, links, and a line of text that is ready to send',
    commands: ['lint', 'plan', 'wait', 'diagnose'],
  },
  {
    name: 'config',
    value: 'FILE',
    help: 'configuration file (default: the nearest .fleet-gate.yaml up to the root of the repository)',
    commands: ['lint', 'plan', 'wait', 'diagnose', 'doctor'],
  },
  { name: 'quiet', short: 'q', help: 'no progress, no hints', commands: 'all' },
  { name: 'no-color', help: 'no colours (NO_COLOR is honoured as well)', commands: 'all' },
  { name: 'version', help: 'print the version', commands: 'all' },
  { name: 'help', short: 'h', help: 'print this help', commands: 'all' },
] as const satisfies readonly Flag[];

export type FlagName = (typeof TABLE)[number]['name'];

export const FLAGS: readonly (Flag & { readonly name: FlagName })[] = TABLE;

export function flagsOf(command: Command): typeof FLAGS {
  return FLAGS.filter((flag) => flag.commands === 'all' || flag.commands.includes(command));
}
