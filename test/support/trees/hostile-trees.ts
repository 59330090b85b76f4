/** Small trees of a pull request. Each of them once kept the linter busy for minutes or without end. */

export interface HostileTree {
  readonly title: string;
  /** File name to text; `n` is the size of the attack. */
  readonly files: (n: number) => Readonly<Record<string, string>>;
  /** The size at which the linter took minutes or more. */
  readonly size: number;
  /** Whether the attack works at this size only. */
  readonly fixed?: boolean;
  /** The required exit code, if only one is correct. */
  readonly exitCode?: number;
}

/** A pattern that a backtracking engine tries in 2^n ways on a text that does not match. */
const EXPONENTIAL = '(a+)+$';

const NEVER = (n: number): string => `${'a'.repeat(n)}!`;

/** A placement of the namespace `shop`. */
const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: p}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickAll}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;

const SET =
  'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a, namespace: argocd}\nspec:\n  template: {metadata: {name: a}, spec: {destination: {name: in-cluster, namespace: shop}, source: {repoURL: r, path: TEXT}}}\n  generators: [GENERATOR]\n';

/** Files in which a value is used `n` times. */
const LONG_VALUES: readonly {
  readonly where: string;
  readonly exitCode?: number;
  readonly files: (value: string, n: number) => Readonly<Record<string, string>>;
}[] = [
  {
    where: 'a variable of Flux',
    files: (value, n) => ({
      'flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a, namespace: flux-system}\nspec: {path: ./tree/d, interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: r}, postBuild: {substitute: {v: ${value}}}}\n`,
      'd/cm.yaml': `${configMap('a', 'shop')}data: {a: "${'${v}'.repeat(n)}"}\n`,
    }),
  },
  {
    where: 'a parameter of an ApplicationSet',
    exitCode: 6,
    files: (value, n) => ({
      'set.yaml': SET.replace('TEXT', `"${'{{a}}'.repeat(n)}"`).replace('GENERATOR', `{list: {elements: [{a: ${value}}]}}`),
    }),
  },
  {
    where: 'a value of a generator of an ApplicationSet',
    exitCode: 6,
    files: (value, n) => ({
      'set.yaml': SET.replace('TEXT', "'{{values.b}}'").replace(
        'GENERATOR',
        `{matrix: {generators: [{list: {elements: [{a: ${value}}]}}, {clusters: {values: {b: "${'{{a}}'.repeat(n)}"}}}]}}`,
      ),
    }),
  },
  { where: 'a variable of make', files: (value, n) => ({ Makefile: `A = ${value}\nall:\n\tkubectl apply -f ${'$(A)'.repeat(n)}\n` }) },
  {
    where: 'the files of `find -exec`',
    files: (value, n) => ({ 'deploy.sh': `find ${value} -exec kubectl apply -f ${'{}'.repeat(n * 4)} ';'\n` }),
  },
  {
    where: 'a kubeconfig of a step',
    files: (value, n) => ({
      '../.github/workflows/a.yml': `on: push\njobs: {a: {steps: [{env: {KUBECONFIG: ${value}}, run: "${'kubectl a;'.repeat(n)}"}]}}\n`,
    }),
  },
  {
    where: 'a label of a cluster in an override',
    exitCode: 1,
    files: (value, n) => ({
      '../clusters/c.yaml': `apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: m2, labels: {l: ${value}}}\nspec: {identity: {kind: User, name: x}}\n`,
      'cm.yaml': configMap('a', 'shop'),
      'o.yaml': overrideOf('/data', '${MEMBER-CLUSTER-LABEL-KEY-l}'.repeat(n)),
    }),
  },
  {
    where: 'the name of a cluster in an override',
    exitCode: 1,
    files: (value, n) => ({
      '../clusters/c.yaml': `apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: ${value}}\nspec: {identity: {kind: User, name: x}}\n`,
      'cm.yaml': configMap('a', 'shop'),
      'o.yaml': overrideOf('/data', '${MEMBER-CLUSTER-NAME}'.repeat(n)),
    }),
  },
];

export const HOSTILE_TREES: readonly HostileTree[] = [
  {
    title: 'a name pattern of a kustomize patch that matches in exponentially many ways',
    size: 60,
    files: (n) => ({
      'kustomization.yaml': kustomization(['cm.yaml'], [{ name: EXPONENTIAL }, { name: '(a|a)*b' }, { kind: '(C+o?)+x', name: '(a*)*c' }]),
      'cm.yaml': configMap(NEVER(n)),
    }),
  },
  {
    title: 'kustomizations that list one another twice by two names, level by level',
    size: 16,
    files: (n) => ({
      'cm.yaml': configMap('a'),
      ...Object.fromEntries(
        Array.from({ length: n }, (_, level) =>
          ['a', 'b'].map((side): [string, string] => [
            `l${level}${side}/kustomization.yaml`,
            kustomization(
              level + 1 === n ? ['../cm.yaml'] : [`../l${level + 1}a`, `../l${level + 1}b`, `../l${level + 1}a`, `../l${level + 1}b/.`],
            ),
          ]),
        ).flat(),
      ),
    }),
  },
  {
    title: 'components that name one another twice, level by level',
    size: 40,
    files: (n) => ({
      'kustomization.yaml': `${kustomization(['cm.yaml'])}components: [c0, c0]\n`,
      'cm.yaml': configMap('a'),
      ...Object.fromEntries(
        Array.from({ length: n }, (_, level) => [
          `c${level}/kustomization.yaml`,
          `kind: Component\ncomponents: [../c${level + 1}, ../c${level + 1}/.]\nnamespace: a\n`,
        ]),
      ),
    }),
  },
  {
    title: 'kustomizations that list all others, each a ring',
    size: 150,
    fixed: true,
    // More files than are followed, so the listed files were not checked.
    exitCode: 6,
    files: (n) => ({
      'cm.yaml': configMap('a'),
      ...Object.fromEntries(
        Array.from({ length: n }, (_, at) => [
          `k${at}/kustomization.yaml`,
          kustomization(['../cm.yaml', ...Array.from({ length: n }, (_u, other) => `../k${other}`)]),
        ]),
      ),
    }),
  },
  ...[
    '\\\\\\\\',
    EXPONENTIAL,
    `${'*a'.repeat(24)}b`,
    `${'**/'.repeat(24)}b`,
    '{a,aa,aaa}'.repeat(24),
    '+(+(a))b',
    '[',
    '@(a|*)*(a|*)!',
  ].map((pattern): HostileTree => ({
    title: `an exclude pattern ${pattern.slice(0, 24)}`,
    size: 60,
    files: (n) => ({
      '.fleet-gate.yaml': JSON.stringify({ exclude: [pattern] }),
      [`${'a/'.repeat(Math.min(n, 30))}${NEVER(n).replace('!', 'c')}.yaml`]: configMap('a'),
    }),
  })),
  {
    title: 'an object pattern of a suppression with many stars',
    size: 100,
    files: (n) => ({
      '.fleet-gate.yaml': JSON.stringify({ suppress: [{ rule: 'schema', object: `ConfigMap/${'*a'.repeat(40)}b`, reason: 'r' }] }),
      'cm.yaml': configMap(NEVER(n)),
    }),
  },
  {
    title: 'a suppression comment with an opened bracket and blanks',
    size: 30_000,
    files: (n) => ({ 'cm.yaml': `${configMap('a')}# fleet-gate-ignore schema: (until${' '.repeat(n)}x\n` }),
  },
  {
    title: 'a suppression comment that opens many brackets',
    size: 200_000,
    files: (n) => ({ 'cm.yaml': `${configMap('a')}# fleet-gate-ignore schema: ${'(until '.repeat(n / 7)}\n` }),
  },
  ...(
    ['\r', '\u2028', '\u2029', '\u0085', '\t', ' ', '\u00a0', '#', '{', '"', '-', '\\', '$', '<', '{{', '${', ': ', '\n'] as const
  ).flatMap((unit): HostileTree[] => [
    {
      title: `a file of nothing but ${shown(unit)}`,
      size: 200_000,
      files: (n) => ({ 'cm.yaml': unit.repeat(n), 'b.yaml': configMap('b') }),
    },
    {
      title: `a manifest with a long run of ${shown(unit)} behind it`,
      size: 200_000,
      files: (n) => ({ 'cm.yaml': `${configMap('a')}# fleet-gate-ignore schema: x\n${unit.repeat(n)}x: [` }),
    },
    {
      title: `a text of a placement that is a long run of ${shown(unit)}`,
      size: 100_000,
      files: (n) => ({ 'crp.yaml': placement(unit.repeat(n)) }),
    },
  ]),
  {
    title: 'suppression comments, one a line',
    size: 20_000,
    files: (n) => ({ 'cm.yaml': `${'# fleet-gate-ignore schema: x\n'.repeat(n)}${configMap('a')}` }),
  },
  {
    title: 'suppression comments behind values, one a line',
    size: 20_000,
    files: (n) => ({
      'cm.yaml': `${configMap('a')}data:\n${Array.from({ length: n }, (_, at) => `  k${at}: v # fleet-gate-ignore schema: x\n`).join('')}`,
    }),
  },
  {
    title: 'accepted findings and manifests, all with all',
    size: 1000,
    files: (n) => ({
      '.fleet-gate.yaml': JSON.stringify({
        suppress: Array.from({ length: n }, (_, at) => ({ rule: 'schema', object: `ConfigMap/*${at}*${at}*`, reason: 'r' })),
      }),
      'cm.yaml': Array.from({ length: n }, (_, at) => configMap(`a${at}`)).join('---\n'),
    }),
  },
  {
    title: 'patches of one kustomization and manifests, all with all',
    size: 1000,
    files: (n) => ({
      'kustomization.yaml': kustomization(
        ['cm.yaml'],
        Array.from({ length: n }, (_, at) => ({ name: `.*${at}(a+)+$` })),
      ),
      'cm.yaml': Array.from({ length: n }, (_, at) => configMap(`a${at}`)).join('---\n'),
    }),
  },
  {
    title: 'a chain of kustomizations',
    size: 1000,
    files: (n) => ({
      'cm.yaml': configMap('a'),
      ...Object.fromEntries(
        Array.from({ length: n }, (_, at) => [
          `k${at}/kustomization.yaml`,
          kustomization(at + 1 === n ? ['../cm.yaml'] : [`../k${at + 1}`]),
        ]),
      ),
    }),
  },
  {
    title: 'long keys inside each other',
    size: 1000,
    files: (n) => ({
      'cm.yaml': `${configMap('a')}spec: ${'{k'.repeat(1)}${Array.from({ length: 60 }, () => `${'k'.repeat(n)}: {`).join('k')}${Array.from({ length: n }, (_, at) => `x${at}: 1`).join(', ')}${'}'.repeat(61)}\n`,
    }),
  },
  {
    title: 'a key that occurs many times',
    size: 5000,
    files: (n) => ({ 'cm.yaml': `${configMap('a')}data:\n${'  k: v\n'.repeat(n)}` }),
  },
  {
    title: 'words nobody knows, each long',
    size: 20_000,
    files: (n) => ({
      'crp.yaml': `${placement('a')}${'x'.repeat(n)}: 1\n`,
      'cm.yaml': `# fleet-gate-ignore ${'x'.repeat(n)}: because\n`.repeat(20) + configMap('a'),
    }),
  },
  {
    title: 'a duration of many digits',
    size: 40_000,
    files: (n) => ({
      'crp.yaml': strategy('1'.repeat(n)),
      'crp2.yaml': strategy(`${'1'.repeat(n)}s`),
      'crp3.yaml': strategy(`${'1m'.repeat(n)}x`),
    }),
  },
  {
    title: 'numbers of many digits',
    size: 400_000,
    files: (n) => ({
      'crp.yaml': placement('1'.repeat(n)).replace('numberOfClusters: 1', `numberOfClusters: ${'1'.repeat(n)}`),
      'crp2.yaml': placement(`1${'0'.repeat(n)}.5Gi`),
      'crp3.yaml': placement(`0.${'0'.repeat(n)}1`),
      'crp4.yaml': placement(`1e${'9'.repeat(n)}`),
    }),
  },
  ...["b'aaaa'", "'aaaa'", '[1, 2, 3]'].map((first) => ({
    title: `variables of a policy, each twice the one before, from ${first}`,
    size: 60,
    files: (n: number) => ({ 'crp.yaml': placement('a'), 'policy.yaml': policyOfVariables(n, first) }),
  })),
  {
    title: 'here-documents of one line of a script',
    size: 90_000,
    files: (n) => ({ 'crp.yaml': placement('a'), 'deploy.sh': `#!/bin/sh\nkubectl apply -f tree ${'<<E '.repeat(n)}` }),
  },
  {
    title: 'calls of a function with many words',
    size: 30_000,
    files: (n) => ({ 'crp.yaml': placement('a'), 'deploy.sh': `f() { kubectl apply -f ${'a '.repeat(n)}; }\n${'f\n'.repeat(n)}` }),
  },
  ...LONG_VALUES.map(({ where, exitCode, files }): HostileTree => ({
    title: `a long value that is used very often: ${where}`,
    size: 10_000,
    fixed: true,
    ...(exitCode === undefined ? {} : { exitCode }),
    files: (n) => ({ 'crp.yaml': SHOP, ...files('x'.repeat(n * 6), n) }),
  })),
  {
    title: 'a patch of an override with a very deep path',
    size: 100_000,
    fixed: true,
    // The patch fails.
    exitCode: 1,
    files: (n) => ({ 'crp.yaml': SHOP, 'cm.yaml': configMap('a', 'shop'), 'o.yaml': overrideOf(`/data${'/a'.repeat(n)}`, 'x') }),
  },
];

/** Escaped, unless it is a plain character: a title must be one line. */
function shown(unit: string): string {
  return /^[!-~]+ ?$/.test(unit)
    ? unit.trim()
    : Array.from(unit)
        .map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
        .join(' ');
}

function kustomization(resources: readonly string[], targets: readonly { readonly kind?: string; readonly name: string }[] = []): string {
  const patches = targets.map((target) => ({ patch: '[]', target }));
  return `${JSON.stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources, patches }).slice(0, -1)}}\n`;
}

function configMap(name: string, namespace = 'default'): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${JSON.stringify(name)}\n  namespace: ${namespace}\n`;
}

/** An override of the ConfigMap with the name `a`. */
function overrideOf(path: string, value: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: o, namespace: shop}
spec:
  placement: {name: p}
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: a}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: add, path: ${path}, value: {a: "${value}"}}]
`;
}

/** A placement with a hostile text at every place where a text is compared, parsed or searched. */
function placement(text: string): string {
  const quoted = JSON.stringify(text);
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: p
  annotations: {a: ${quoted}, fleet-gate.dev/ignore-schema: ${quoted}}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: ${quoted}}
    - {group: "", version: v1, kind: Namespace, labelSelector: {matchLabels: {app: ${quoted}}}}
  policy:
    placementType: PickN
    numberOfClusters: 1
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions: [{name: resources.kubernetes-fleet.io/total-cpu, operator: Gt, values: [${quoted}]}]
    tolerations: [{key: ${quoted}, operator: Exists}]
  strategy:
    rollingUpdate: {maxSurge: ${quoted}, maxUnavailable: ${quoted}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: ${quoted}}
spec:
  placement: {name: p}
  clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: ${quoted}}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: add, path: ${quoted}, value: ${quoted}}]
`;
}

/** A policy for all objects, with variables of which each is twice the one before. */
function policyOfVariables(length: number, first: string): string {
  const variables = Array.from({ length }, (_, at) => ({
    name: `v${at}`,
    expression: at === 0 ? first : `variables.v${at - 1} + variables.v${at - 1}`,
  }));
  const resourceRules = [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['CREATE', 'UPDATE'] }];
  const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: 'p' } };
  const validations = [{ expression: `variables.v${length - 1}.size() > 0` }];
  const policy = { ...api, kind: 'ValidatingAdmissionPolicy', spec: { matchConstraints: { resourceRules }, variables, validations } };
  const binding = { ...api, kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'p', validationActions: ['Deny'] } };
  return `${JSON.stringify(policy)}\n---\n${JSON.stringify(binding)}\n`;
}

function strategy(waitTime: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: {name: s}
spec:
  stages:
    - name: a
      afterStageTasks: [{type: TimedWait, waitTime: ${JSON.stringify(waitTime)}}]
`;
}
