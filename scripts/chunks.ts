import { basename } from 'node:path';
import type { CodeSplittingGroup } from 'rolldown';
import { LISTED_RULES } from '../src/static/listed-rules.gen.ts';

/**
 * Which sources share a file of the bundle. A file costs a third of a millisecond to find and open, and each kilobyte time to read and parse: what
 * is used together lies together, and what few runs need lies apart. What is named nowhere is split by what imports it.
 */
const GROUPS: readonly CodeSplittingGroup[] = [
  // Loaded before all else, which it has compiled.
  chunk('compile-cache', ['src/cli/(?:compile-cache|kept-code|frugal-heap|v8-flags|make-folders)']),
  chunk('start', [
    'src/cli/(?:apart/(?!worker\\.|report-stopped|judge-in-worker|files-for-worker|short-run)|config-places|repository\\.|opened|outlet|flags|invocation|io|known-secrets|late-streams|main|outcome-of-error|process-end|run|write-all|write-at-once|told-in-reports|whole-stack|working-directory)',
    'src/(?:duration|errors|report|secrets/(?:known-secrets|credential-text|secret-forms|without-end)|share|terms|version|outcome)\\.ts',
    'src/fleet/(?:nearest|trim-signs|json|set-own|once-per)\\.ts',
    'src/report/(?:text/terminal|facts/visible)',
    'src/static/read/(?:text-of-file|gone-at-end)',
    'package\\.json',
  ]),
  chunk('files', ['src/cli/apart/files-for-worker', 'src/static/read/(?:file-batches|find-files|glob|glob-syntax)\\.ts']),
  chunk('cel', ['node_modules/@marcbachmann/', 'src/admission/cel/(?:cel-js|cel-engine|cel-value)']),
  { name: (path) => `validators-${basename(path, '.gen.js')}`, test: /\/src\/admission\/validators\//, priority: 0 },
  chunk('kubernetes-facts', ['src/admission/kubernetes/facts\\.gen']),
  chunk('kubernetes-jobs', ['src/admission/kubernetes/violations/(?:cron-jobs|failure-policies|jobs|schedules|time-zones)\\.ts']),
  chunk('kubernetes-network', ['src/admission/kubernetes/violations/(?:ingress-classes|ingress-paths|ingresses|network-policies)\\.ts']),
  chunk('kubernetes-cluster', [
    'src/admission/kubernetes/violations/(?:custom-resources|limit-ranges|priorities|quota-scopes|quotas|schemas|storage-classes|volumes|webhooks)\\.ts',
  ]),
  {
    name: (path) => (path.includes('/rules/') ? chunkOfRule(path) : 'rules'),
    // What is asked of workloads lies with the rules that judge what most trees hold.
    test: /\/src\/(?:static\/rules\/|admission\/kubernetes\/violations(?:-of|\/(?:containers|entries|metadata|namespaces|numbers|pods|ports|quantities|rollouts|selectors|shares|violation|workloads))\.ts)/,
    priority: 0,
  },
  chunk('kubernetes-others', ['src/admission/kubernetes/violations/']),
  // What judges nothing of a plain tree in which nothing is found.
  chunk('render', [
    'src/static/read/(?:render/(?!unrendered\\.|render-overlays\\.|find-overlays\\.|chart-files\\.|overlay\\.|render-options\\.)|large-file|temporary-folder|treatments|unresolved|why-unfinished|patch-targets|comparable-base)',
  ]),
  chunk('policies', ['src/admission/policies/', 'src/static/(?:policy-requests|refused-workloads)']),
  chunk('config', ['src/config', 'node_modules/valibot/']),
  chunk('own-schemas', ['src/admission/(?:contracts/crd-schema|schema-validator)']),
  chunk('found', [
    'src/admission/(?:wording/|mend)',
    'src/static/(?:builtin|compare|explain|rule-address|run-on-hub|stale-suppressions|suppression-text|to-finding|touched-lines|mistyped|name-fix|selection-scope-fix|taint-slip|refusals)',
    'src/fleet/(?:label-selector-text|shell-word)',
    'src/yaml/edit-text',
    'src/cli/unified-diff',
  ]),
  chunk('other-kinds', [
    'src/admission/webhooks/(?:disruption-budget-type|json-patch-rules|label-selector-rules|member-cluster-rules|override-rules|placement-update-rules|property)',
    'src/admission/(?:three-way-merge|stored-object)',
    'src/static/(?:before|changed|cluster-facts|cluster-moves|cluster-selectors|hub-holds|hub-likeness|immutable-|enclosed-pairs|namespace-bringers|override-|run-reference|staged-run|token-secret)',
    'src/static/references/(?:carried|made-everywhere|makers|patched-places|pod-demand)',
    'src/fleet/(?:quantity|member-cluster|steady-member|data-size)',
    'src/schedule/change/(?:aligned|field-comparison)',
    'src/selection/(?:gather|needed-interests|override-touch|snapshot-split|override-key|select-resources)',
    'src/cli/(?:config-changes|crds-of-files|hub-listings|hub-needs|gates-of-workflow|read-hub)',
  ]),
  ...['html', 'markdown', 'junit', 'sarif', 'gitlab', 'azure', 'github', 'json'].map((format) =>
    chunk(`report-${format}`, [`src/report/${format}/`]),
  ),
  // With the few words of KubeFleet that reports use: the Action's own thread shows a report and reads no object.
  chunk('report', [
    'src/report/facts/(?:words|findings|at-clause|notes|removals|unevaluated|headline|counts|run-page)\\.ts',
    'src/report/text/(?:lint-text|render-text)',
    'src/report/[^/]*\\.ts',
    'src/cli/(?:output|report-texts|run-result|config-file|sparse-checkout|report-settings|ci-run|pipeline)\\.ts',
    'src/fleet/(?:go-print|kinds|listed|object|short-names)\\.ts',
    'src/secrets/every-string\\.ts',
  ]),
  chunk('report-more', ['src/report/(?:facts|text)/', 'src/cli/(?:doctor-beside|lacking-part)\\.ts']),
  // What the plain reader does not know, and what is written as YAML.
  chunk('yaml-parser', [
    'node_modules/js-yaml/',
    'src/yaml/(?:compose|events|scalar-event|tab-fault|other-reading|hidden-break|escape-fault|node)\\.ts',
  ]),
  // What hubs and their dumps are read with.
  chunk('hub-objects', [
    'src/fleet/(?:condition|hub-state|last-applied|fleet-metadata|go-duration|rollout-step|derived-from)\\.ts',
    'src/secrets/(?:redacted|embedded-text|without-words|secrets-in)\\.ts',
    'src/selection/(?:selection|selector-places)\\.ts',
  ]),
  chunk('objects', ['src/(?:fleet|yaml|compact|secrets|selection)/']),
  chunk('static', [
    'src/schedule/reach/(?:label-logic|possible-clusters|share-cluster|term-index|reach-index)',
    'src/(?:static|admission)/',
    'src/cli/(?:commands/lint|static-input|world-and-plan-input|apart-notes|base-tree|fail-on|clusters-file|relation-needs|fleet-input|removals|gates-of-repository|base|clusters-of-tree|base-files|deciding-config|objects-of-files|policies-of-files|rendering|inside-repository|plan-diff/asked-diff)\\.ts',
    'src/finding\\.ts',
  ]),
  chunk('planning', ['src/cli/(?:plan-tree|unplanned|quoted-patches|refusals)\\.ts']),
  chunk('schedule', ['src/schedule/']),
];

/** In the order in which they are asked: the first one that has a file keeps it. */
export const CHUNKS: readonly CodeSplittingGroup[] = GROUPS.map((group, at) => ({ ...group, priority: GROUPS.length - at }));

/** @param paths expressions for paths from the root of the repository */
function chunk(name: string, paths: readonly string[]): CodeSplittingGroup {
  return { name, test: new RegExp(`/(?:${paths.join('|')})`), priority: 0 };
}

/** Together lie rules that judge what most trees hold, those that need clusters as well, and those of a kind that most trees do not hold. */
function chunkOfRule(path: string): string {
  const rule = LISTED_RULES.find(({ id }) => path.endsWith(`/${id}.ts`));
  if (rule === undefined) return 'rules-all';
  if (rule.needs !== undefined) return 'rules-of-clusters';
  if (rule.kinds === '*' || COMMON.some((kind) => rule.kinds.includes(kind))) return 'rules';
  return `rules-${String(rule.kinds[0])
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()}`;
}

const COMMON = ['ClusterResourcePlacement', 'Deployment'];
