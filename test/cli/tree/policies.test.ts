/** ValidatingAdmissionPolicies of files (`--policies`) and of the hub (`--kubeconfig`), and checks whose result is not known. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { LintReport } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const GROUP = 'placement.kubernetes-fleet.io';
const PLACEMENT = {
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
};

const MORE_THAN_VALUES = 'it makes values of more than 10,000,000 characters and entries together';

/** Variables `v0`, `v1` and so on, each made of the one before. */
function grown(
  length: number,
  first: string,
  next: (before: string) => string,
): readonly { readonly name: string; readonly expression: string }[] {
  return Array.from({ length }, (_, index) => ({ name: `v${index}`, expression: index === 0 ? first : next(`variables.v${index - 1}`) }));
}

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
  write('a.yaml', PLACEMENT);
});

describe('--policies of a folder', () => {
  const lintFolder = async (): Promise<number> => (await run(['lint', 'a.yaml', '--policies', 'rules'], fakeIo({ cwd: dir }))).exitCode;

  it('is refused if not all of its files can be read', async () => {
    write('rules/p.yaml', policy({ expression: 'true' }));
    write('rules/.old/q.yaml', policy({ expression: 'false' }));
    await expect(lintFolder()).rejects.toThrow(
      'rules/.old/q.yaml: it is in a hidden directory and is not read; name it directly, or move it',
    );
  });

  it('is refused if an installed package has a policy, and ignores its other objects', async () => {
    write('rules/p.yaml', policy({ expression: 'true' }));
    write('rules/node_modules/a/deploy.yaml', PLACEMENT);
    expect(await lintFolder()).toBe(0);
    write('rules/node_modules/a/q.yaml', policy({ expression: 'false' }));
    await expect(lintFolder()).rejects.toThrow('rules/node_modules/a/q.yaml: it is in a node_modules directory and is not read');
  });

  it('names files of other endings that have a policy', async () => {
    write('rules/p.yaml', policy({ expression: 'true' }));
    writeFileSync(join(dir, 'rules/README.md'), 'The policies of the fleet.\n');
    expect(await notes('--policies', 'rules')).toEqual([]);
    writeFileSync(join(dir, 'rules/q.txt'), 'kind: ValidatingAdmissionPolicy\n');
    expect(await notes('--policies', 'rules')).toEqual([
      '--policies searches a folder for .yaml, .yml and .json only, so these files were not read: rules/q.txt.',
    ]);
  });

  it('ignores hidden files without objects', async () => {
    write('rules/p.yaml', policy({ expression: 'true' }));
    mkdirSync(join(dir, 'rules/.editor'), { recursive: true });
    writeFileSync(join(dir, 'rules/.editor/settings.json'), '{ // tabs\n "tabs": true }');
    expect(await lintFolder()).toBe(0);
  });
});

describe('--policies with a bound policy, and an object that is not used', () => {
  const [good, bound] = policy({ expression: 'true' });
  const other = policy({ expression: 'false' }).map((object, index) => ({
    ...object,
    metadata: { name: `other-${index}` },
    ...(index === 0 ? {} : { spec: { policyName: 'other-0', validationActions: ['Deny'] } }),
  }));
  const [refusing = good, itsBinding = bound] = other;

  it.each([
    [{ ...refusing, apiVersion: '' }, 'ValidatingAdmissionPolicy/other-0 has an empty apiVersion'],
    [{ ...itsBinding, apiVersion: '' }, 'ValidatingAdmissionPolicyBinding/other-1 has an empty apiVersion'],
    [{ ...refusing, kind: '' }, 'the object other-0 has an empty kind'],
    [
      { ...refusing, kind: 'validatingAdmissionPolicy' },
      'validatingAdmissionPolicy/other-0 of admissionregistration.k8s.io/v1 is not used: its kind must be ValidatingAdmissionPolicy of the group',
    ],
    [{ ...refusing, kind: 'ValidatingAdmisionPolicy' }, 'ValidatingAdmisionPolicy/other-0 of admissionregistration.k8s.io/v1 is not used'],
    [
      { ...refusing, apiVersion: 'admissionregistration.io/v1' },
      'ValidatingAdmissionPolicy/other-0 of admissionregistration.io/v1 is not used: its apiVersion must be of the group admissionregistration.k8s.io',
    ],
  ])('refuses a type that is probably misspelt: %j', async (object, message) => {
    write('p.yaml', [good, bound, object, itsBinding]);
    await expect(lint('--policies', 'p.yaml')).rejects.toThrow(`--policies p.yaml: ${message}`);
  });

  it.each(['MutatingAdmissionPolicy', 'ValidatingWebhookConfiguration'])('names a %s', async (kind) => {
    write('p.yaml', [good, bound, { ...refusing, kind }]);
    expect(await notes('--policies', 'p.yaml')).toEqual([
      `Only ValidatingAdmissionPolicies, their bindings and the objects that they look up are used from --policies. These are not used: ${kind}/other-0 (p.yaml).`,
    ]);
  });

  it('says nothing about parameters, namespaces and lists', async () => {
    const asks = policy({ expression: "params.data.a == 'b'" }, { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }, { paramRef: {} });
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shop' } };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
    write('p.yaml', { apiVersion: 'v1', kind: 'List', items: [...asks, config, namespace] });
    expect(await notes('--policies', 'p.yaml')).toEqual([]);
  });

  it('names policies and bindings without the other, unless the manifests have it', async () => {
    write('p.yaml', [good, bound, refusing]);
    expect(await notes('--policies', 'p.yaml')).toEqual([
      'Policies of --policies that have no binding there refuse nothing: ValidatingAdmissionPolicy/other-0 (p.yaml).',
    ]);
    write('a.yaml', [PLACEMENT, itsBinding]);
    expect(await notes('--policies', 'p.yaml')).toEqual([]);
    write('a.yaml', PLACEMENT);
    write('p.yaml', [good, bound, itsBinding]);
    expect(await notes('--policies', 'p.yaml')).toEqual([
      'Bindings of --policies whose policy is not there refuse nothing: ValidatingAdmissionPolicyBinding/other-1 (p.yaml).',
    ]);
  });

  it('refuses two of one name with different content, and takes equal ones', async () => {
    write('p.yaml', [good, bound]);
    write('q.yaml', [{ ...good, metadata: { name: 'p', resourceVersion: '7' } }, bound]);
    expect((await lint('--policies', 'p.yaml', '--policies', 'q.yaml')).findings).toEqual([]);
    write('q.yaml', policy({ expression: 'false' }));
    await expect(lint('--policies', 'p.yaml', '--policies', 'q.yaml')).rejects.toThrow(
      '--policies q.yaml: ValidatingAdmissionPolicy/p is in p.yaml as well, with other content; give one of them',
    );
    write('p.yaml', [good, bound, policy({ expression: 'true' }, {}, { validationActions: ['Audit'] })[1]]);
    await expect(lint('--policies', 'p.yaml')).rejects.toThrow('ValidatingAdmissionPolicyBinding/b is in p.yaml as well');
  });
});

describe('--policies', () => {
  it('reports what a policy of the files refuses, with the message of the server', async () => {
    write('p.yaml', policy({ expression: 'object.spec.revisionHistoryLimit > 10' }));
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect(findings).toMatchObject([
      {
        rule: 'refused-by-policy',
        effect: 'rejected',
        severity: 'error',
        pointer: '/metadata/name',
        serverMessage:
          "clusterresourceplacements.placement.kubernetes-fleet.io \"shop\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: object.spec.revisionHistoryLimit > 10",
      },
    ]);
    expect(notEvaluated).toEqual([]);
    write('p.yaml', policy({ expression: 'object.spec.revisionHistoryLimit <= 10' }));
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [], notEvaluated: [] });
  });

  // KubeFleet pull requests 708, 729 and 736 add such policies, and 860 may add exemptions.
  it('reports a ReplicaSet that a policy of the hub keeps to reserved namespaces, and reads its exemptions', async () => {
    const keepsOut = {
      expression: "request.namespace.startsWith('fleet-') || request.namespace.startsWith('kube-')",
      message: 'workloads do not run on this hub',
    };
    const on = { operations: ['CREATE'], resources: ['replicasets'], apiGroups: ['apps'] };
    const refusedIn = async (namespace: string, more: Options = {}): Promise<readonly (string | undefined)[]> => {
      write('p.yaml', policy(keepsOut, { ...on, ...more }));
      write('a.yaml', replicaSet(namespace));
      const { findings } = await lint('--policies', 'p.yaml');
      return findings.filter(({ rule }) => rule === 'refused-by-policy').map(({ serverMessage }) => serverMessage);
    };
    expect(await refusedIn('shop')).toEqual([
      expect.stringContaining("ValidatingAdmissionPolicy 'p' with binding 'b' denied request: workloads do not run on this hub"),
    ]);
    expect(await refusedIn('fleet-tools')).toEqual([]);
    const matchConditions = [{ name: 'not-exempt', expression: "object.metadata.name != 'web'" }];
    expect(await refusedIn('shop', { matchConditions })).toEqual([]);
  });

  it.each([
    [policy({ expression: 'object.(' }), 'ValidatingAdmissionPolicy/p has the expression `object.(`, which is not valid CEL'],
    [policy({ expression: 'true' }, { variables: [{ name: 'a', expression: '1 +' }] }), 'has the expression `1 +`'],
    [policy({ expression: 'true' }, { matchConditions: [{ name: 'a', expression: ')' }] }), 'has the expression `)`'],
    [policy({ expression: '' }), 'ValidatingAdmissionPolicy/p has the expression "", which is empty'],
    [policy({ expression: 'true', messageExpression: ' ' }), 'has the expression "", which is empty'],
    [policy({ expression: 'true' }, { validations: [] }), 'ValidatingAdmissionPolicy/p has no `validations`'],
    [policy({ expression: 'true' }, { matchConstraints: {} }), 'has no `matchConstraints.resourceRules`'],
    [policy({ expression: 'true' }, {}, { validationActions: [] }), 'ValidatingAdmissionPolicyBinding/b has no `validationActions`'],
    [policy({ expression: 'true' }, {}, { validationActions: ['deny'] }), 'has the action "deny"; an action is Deny, Warn or Audit'],
    [
      policy({ expression: "object.metadata.name.startWith('a')" }),
      "has the expression `object.metadata.name.startWith('a')`, which calls `startWith`: Kubernetes does not have this function; did you mean `startsWith`?",
    ],
    [
      policy({ expression: 'set.contains([1], [2])' }),
      'calls `set.contains`: Kubernetes does not have this function; did you mean `sets.contains`?',
    ],
    [
      policy({ expression: 'true', messageExpression: 'strin(1)' }),
      'calls `strin`: Kubernetes does not have this function; did you mean `string`?',
    ],
    [policy({ expression: 'objct.metadata.name == "a"' }), 'uses the variable `objct`: a policy does not have it; did you mean `object`?'],
    [policy({ expression: '[1].all(i, j > i)' }), 'uses the variable `j`: a policy does not have it'],
    [policy({ expression: 'params.data.a == "b"' }), 'uses `params`: the policy has no `paramKind`'],
    [
      policy({ expression: 'variables.onw' }, { variables: [{ name: 'own', expression: 'true' }] }),
      'uses `variables.onw`: the policy does not have this variable',
    ],
    [
      policy({ expression: 'true' }).map((object) => ({ ...object, apiVersion: 'admissionregistration.k8s.io/v2' })),
      'ValidatingAdmissionPolicy/p is of admissionregistration.k8s.io/v2, and Kubernetes has no such version; use admissionregistration.k8s.io/v1',
    ],
    [
      policy({ expression: 'true' }).map((object, at) =>
        at === 0 ? object : { ...object, apiVersion: 'admissionregistration.k8s.io/v2' },
      ),
      'ValidatingAdmissionPolicyBinding/b is of admissionregistration.k8s.io/v2, and Kubernetes has no such version',
    ],
  ])('refuses what no API server accepts: %j', async (objects, message) => {
    write('p.yaml', objects);
    await expect(lint('--policies', 'p.yaml')).rejects.toThrow(message);
  });

  it.each([
    "object.spec.resourceSelectors.all(s, s.kind == 'Namespace' && has(s.name))",
    "object.spec.resourceSelectors.all(i, s, i < 5 && s.version == 'v1')",
    "[1, 2].map(i, i > 1, string(i)).exists_one(n, n == '2') && {'a': 1}.transformMap(k, v, v + 1) == {'a': 2}",
    "object.metadata.?labels['a'].optMap(v, v + '!').orValue('') == ''",
    "!ip.isCanonical('::1') || cidr('10.0.0.0/8').containsIP('10.1.1.1') || format.dns1123Label().validate('a').hasValue()",
    "quantity('1Gi').isGreaterThan(quantity('1Mi')) && semver('1.2.3').major() == 1 && url('https://a').getHost() == 'a'",
    "image('nginx').registry() == 'index.docker.io' && sets.contains([1], [1]) && [1, 2].isSorted()",
    "authorizer.group('apps').resource('deployments').check('create').allowed() || type(object) == map",
    "variables.own && request.operation in ['CREATE'] && namespaceObject == null && oldObject == null",
    'variables.own && `object` == null',
  ])('takes an expression that an API server accepts: %s', async (expression) => {
    write('p.yaml', policy({ expression }, { variables: [{ name: 'own', expression: 'true' }] }));
    const { notEvaluated } = await lint('--policies', 'p.yaml');
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true)).toEqual([]);
    expect(notEvaluated.map(({ reason }) => reason).join(' ')).not.toContain('its expression');
  });

  it('does not evaluate a policy with a function that no known version has, and ends with 6, unless a server has stored it', async () => {
    const asked = async (...objects: readonly KubeObject[]): Promise<unknown> => {
      write('p.yaml', objects);
      const { exitCode } = await run(['lint', '--policies', 'p.yaml', 'a.yaml'], fakeIo({ cwd: dir }));
      return [exitCode, (await lint('--policies', 'p.yaml')).notEvaluated.map(({ reason }) => reason)];
    };
    const says = 'calls `frobnicate`: no known version of Kubernetes has this function';
    const own = policy({ expression: 'frobnicate(object)' });
    expect(await asked(...own)).toEqual([6, [expect.stringContaining(says)]]);
    const variable = { variables: [{ name: 'a', expression: 'frobnicate(object)' }] };
    expect(await asked(...policy({ expression: 'variables.a' }, variable))).toEqual([6, [expect.stringContaining(says)]]);
    const stored = own.map((object) => ({ ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion: '1' } }));
    expect(await asked(...stored)).toEqual([0, [expect.not.stringContaining(says)]]);
    expect(await asked(...policy({ expression: 'frobnicate(object)' }, { resources: ['stagedupdateruns'] }))).toEqual([0, []]);
    write('a.yaml', [PLACEMENT, ...policy({ expression: 'object.a(' })]);
    const { exitCode } = await run(['lint', 'a.yaml'], fakeIo({ cwd: dir }));
    expect([exitCode, (await lint()).notEvaluated.map(({ reason }) => reason)]).toEqual([6, [expect.stringContaining('is not valid CEL')]]);
  });

  it('takes a policy that only adds annotations', async () => {
    const auditAnnotations = [{ key: 'a', valueExpression: "'b'" }];
    write('p.yaml', policy({ expression: 'true' }, { validations: [], auditAnnotations }));
    expect(await lint('--policies', 'p.yaml')).toEqual({ findings: [], notEvaluated: [] });
  });

  it('reports an error that a field which the kind does not have causes in every request', async () => {
    const refused = async (expression: string, options: Options = {}): Promise<readonly (string | undefined)[]> => {
      write('p.yaml', policy({ expression }, options));
      return (await lint('--policies', 'p.yaml')).findings.map(({ severity }) => severity);
    };
    expect(await refused('object.spec.nope.x == 1')).toEqual(['error']);
    expect(await refused("object.spec.resourceSelectors[0].nope == 'a'")).toEqual(['error']);
    expect(await refused('true', { matchConditions: [{ name: 'a', expression: 'object.nope == 1' }] })).toEqual(['error']);
    expect(await refused('object.spec.nope.x == 1', { failurePolicy: 'Ignore' })).toEqual([]);
    expect(await refused('!has(object.spec.nope)')).toEqual([]);
    // The hub may have them.
    expect(await refused('object.spec.strategy.applyStrategy.serverSideApplyConfig.force == true')).not.toEqual(['error']);
    expect(await refused("object.status.conditions[0].type == 'a'")).not.toEqual(['error']);
  });

  it('reports a refusal of only new objects as advice if it is not known whether the object is new', async () => {
    write('p.yaml', policy({ expression: 'false' }, { operations: ['CREATE'] }));
    expect((await lint('--policies', 'p.yaml')).findings).toMatchObject([
      { effect: 'advice', message: expect.stringContaining('refuses the object if the hub does not have it yet') },
    ]);
    write('base/a.yaml', PLACEMENT);
    const known = await lint('--policies', 'p.yaml', '--base-dir', 'base');
    expect(known.findings).toEqual([]);
    expect(known.notEvaluated).toMatchObject([{ reason: expect.stringContaining('what the hub has of the object is not known') }]);
    write('p.yaml', policy({ expression: 'false' }, { operations: ['UPDATE'] }));
    expect((await lint('--policies', 'p.yaml')).findings).toEqual([]);
  });

  it.each([
    ['has other objects', '', 'rejected', 'refuses the object:'],
    ['has a text that may be the object', '---\nkind: ClusterResourcePlacement\n{{ include "a" . }}\n', 'advice', 'does not have it yet'],
  ])('reports a refusal of an object that the change adds if the base %s', async (_, text, effect, says) => {
    write('p.yaml', policy({ expression: 'has(object.spec.policy.tolerations)' }));
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } };
    write('a.yaml', [namespace, PLACEMENT]);
    write('base/a.yaml', namespace);
    appendFileSync(join(dir, 'base/a.yaml'), `\n${text}`);
    const { findings } = await lint('--policies', 'p.yaml', '--base-dir', 'base');
    expect(findings).toMatchObject([{ effect, message: expect.stringContaining(says) }]);
  });

  it.each<readonly [string, object | string, string]>([
    ['text that is not YAML', '<<<<<<< HEAD\na: {', 'line 1: '],
    ['an expression that is not CEL', policy({ expression: 'object.x ==' }), 'ValidatingAdmissionPolicy/p has the expression'],
    ['a misspelt kind', [{ ...PLACEMENT, kind: 'ValidatingAdmissionPolicey' }], 'ValidatingAdmissionPolicey/shop of'],
  ])('uses the form of the change alone if the base has %s', async (_, before, why) => {
    write('base/a.yaml', PLACEMENT);
    write('base/rules/p.yaml', before);
    write('base/rules/deleted.yaml', before);
    const judged = async (expression: string): ReturnType<typeof run> => {
      write('rules/p.yaml', policy({ expression }));
      return run(['lint', 'a.yaml', '--policies', 'rules', '--base-dir', 'base'], fakeIo({ cwd: dir }));
    };
    const { exitCode, report } = await judged('true');
    expect([exitCode, report?.lint?.findings, report?.lint?.notEvaluated]).toEqual([0, [], []]);
    const note = (start: string): unknown => expect.stringContaining(`${start}, because base has it with a fault (${why}`);
    expect(report?.notes).toContainEqual(note('This change edits rules/p.yaml, which is used to check it; only the edited file was used'));
    expect(report?.notes).toContainEqual(note('This change deletes rules/deleted.yaml, which is used to check it; it was not used'));
    expect((await judged('false')).report?.lint?.findings).toMatchObject([{ rule: 'refused-by-policy' }]);
  });

  it('refuses a policy with a fault in the change, and one that the base has without a fault is used', async () => {
    write('base/a.yaml', PLACEMENT);
    write('base/p.yaml', policy({ expression: 'false' }));
    write('p.yaml', policy({ expression: 'object.x ==' }));
    await expect(lint('--policies', 'p.yaml', '--base-dir', 'base')).rejects.toThrow(
      '--policies p.yaml: ValidatingAdmissionPolicy/p has the',
    );
    write('p.yaml', policy({ expression: 'true' }));
    expect((await lint('--policies', 'p.yaml', '--base-dir', 'base')).findings).toMatchObject([{ rule: 'refused-by-policy' }]);
  });

  it.each([
    ['who asks', { expression: "request.userInfo.username == 'a'" }, '`request.userInfo` is not known here'],
    [
      'a function that CEL does not have',
      { expression: "quantity('1').isInteger()" },
      'refuses ClusterResourcePlacement/shop is not known',
    ],
    ['a variable with an unknown', { expression: 'variables.who' }, '`variables.who`|`request.userInfo`'],
    ['the object on the hub', { expression: 'oldObject == null || oldObject.spec.a == 1' }, '`oldObject.spec` is not known here'],
    [
      'an error beside an unknown',
      { expression: "object.metadata.uid == 'a' || object.spec.none == 1" },
      '`object.metadata.uid` is not known here',
    ],
  ])('lists as not evaluated a check that depends on %s', async (_, validation, why) => {
    write('p.yaml', policy(validation, { variables: [{ name: 'who', expression: "request.userInfo.username == 'a'" }] }));
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect(findings).toEqual([]);
    expect(notEvaluated).toMatchObject([
      { file: 'a.yaml', reason: expect.stringMatching(new RegExp(`ValidatingAdmissionPolicy p, bound by b, .*(?:${why})`)) },
    ]);
  });

  it('reports as advice what a binding only warns about, and ignores bindings that cannot refuse', async () => {
    write('p.yaml', policy({ expression: 'false', message: 'no' }, {}, { validationActions: ['Warn'] }));
    const { findings } = await lint('--policies', 'p.yaml');
    expect(findings).toMatchObject([{ effect: 'advice', message: 'ValidatingAdmissionPolicy p, bound by b, warns about the object: no.' }]);
    expect(findings[0]).not.toHaveProperty('serverMessage');
    write('p.yaml', policy({ expression: "request.userInfo.username == 'a'" }, {}, { validationActions: ['Audit'] }));
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [], notEvaluated: [] });
  });

  it('reads parameters and namespaces from the files, and reports missing ones', async () => {
    const asks = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
    const ref = { paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' } };
    const bound = policy({ expression: 'object.spec.revisionHistoryLimit <= int(params.data.most)' }, asks, ref);
    write('p.yaml', bound);
    expect((await lint('--policies', 'p.yaml')).notEvaluated).toMatchObject([
      { reason: expect.stringContaining('its parameters (ConfigMap) are not known') },
    ]);
    write('more.yaml', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shop' }, data: { most: '5' } });
    expect((await lint('--policies', 'p.yaml', '--policies', 'more.yaml')).findings).toHaveLength(1);
    write('more.yaml', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shop' }, data: { most: '10' } });
    expect((await lint('--policies', 'p.yaml', '--policies', 'more.yaml')).findings).toEqual([]);
  });

  it('does not take a parameter that the files lack for one that the hub lacks, and ends with 6 if it is required', async () => {
    const asks = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
    const asked = async (paramRef: object, ...others: readonly object[]): Promise<unknown> => {
      write('p.yaml', [...policy({ expression: 'params.data.most == "5"' }, asks, { paramRef }), ...others]);
      const { exitCode } = await run(['lint', '--policies', 'p.yaml', 'a.yaml'], fakeIo({ cwd: dir }));
      const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
      expect(findings).toEqual([]);
      return [exitCode, notEvaluated.map(({ reason }) => reason.split(': ').at(-1))];
    };
    const config = (name: string, labels: object = {}): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'shop', labels },
      data: { most: '5' },
    });
    const limits = { name: 'limits', namespace: 'shop' };
    const missing = 'its parameter (ConfigMap shop/limits) is not in the files';
    expect(await asked({ ...limits, parameterNotFoundAction: 'Deny' }, config('other'))).toEqual([6, [missing]]);
    expect(await asked({ ...limits, parameterNotFoundAction: 'Allow' }, config('other'))).toEqual([0, [missing]]);
    expect(await asked({ ...limits, parameterNotFoundAction: 'Deny' })).toEqual([6, ['its parameters (ConfigMap) are not known']]);
    expect(await asked({ ...limits, parameterNotFoundAction: 'Allow' })).toEqual([0, ['its parameters (ConfigMap) are not known']]);
    expect(await asked({ ...limits, parameterNotFoundAction: 'Deny' }, config('other'), config('limits'))).toEqual([0, []]);
    const selected = { selector: { matchLabels: { a: 'b' } }, namespace: 'shop', parameterNotFoundAction: 'Deny' };
    expect(await asked(selected, config('other'))).toEqual([
      6,
      ['its parameter (ConfigMap that its selector matches) is not in the files'],
    ]);
    expect(await asked(selected, config('other', { a: 'b' }))).toEqual([0, []]);
  });

  it.each([
    ['matches', { matchLabels: { team: 'shop' } }, { team: 'shop' }, 1, 0],
    ['does not match', { matchLabels: { team: 'shop' } }, { team: 'books' }, 0, 0],
    ['may match', { matchLabels: { team: 'shop' } }, {}, 0, 1],
    ['knows every name', { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['shop'] }] }, {}, 0, 0],
  ])('namespaceSelector %s', async (_, namespaceSelector, labels, refused, open) => {
    write('p.yaml', policy({ expression: 'false' }, { namespaceSelector }));
    write('a.yaml', [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } },
      {
        apiVersion: `${GROUP}/v1`,
        kind: 'ResourcePlacement',
        metadata: { name: 'cart', namespace: 'shop' },
        spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'cart' }] },
      },
    ]);
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect([findings.length, notEvaluated.length]).toEqual([refused, open]);
  });

  it('reports nothing about an object that the schema refuses first, or about a placeholder', async () => {
    write('p.yaml', policy({ expression: "object.metadata.name == 'b' || object.spec.revisionHistoryLimit > 10" }));
    write('a.yaml', { ...PLACEMENT, spec: { ...PLACEMENT.spec, colour: 'red' } });
    expect((await lint('--policies', 'p.yaml')).findings).toEqual([]);
    write('a.yaml', { ...PLACEMENT, metadata: { name: '${NAME}' } });
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect(findings).toEqual([]);
    expect(notEvaluated).toMatchObject([{ reason: expect.stringContaining('`object.metadata.name` is not known here') }]);
  });

  it('checks objects of built-in kinds if the manifest has the field', async () => {
    write(
      'p.yaml',
      policy(
        { expression: 'object.spec.replicas <= 5 && object.spec.minReadySeconds == 0' },
        { resources: ['deployments'], apiGroups: ['apps'] },
      ),
    );
    const deployment = (spec: object): object => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'cart', namespace: 'shop' },
      spec,
    });
    write('a.yaml', deployment({ replicas: 9 }));
    expect((await lint('--policies', 'p.yaml')).findings).toMatchObject([{ effect: 'rejected' }]);
    write('a.yaml', deployment({ replicas: 3 }));
    expect((await lint('--policies', 'p.yaml')).notEvaluated).toMatchObject([{ reason: expect.stringContaining('minReadySeconds') }]);
    write('a.yaml', deployment({ replicas: 3, minReadySeconds: 0 }));
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [], notEvaluated: [] });
  });

  it.each([
    ['of a text', grown(60, "'aaaa'", (before) => `${before} + ${before}`), MORE_THAN_VALUES],
    ['of bytes', grown(60, "b'aaaa'", (before) => `${before} + ${before}`), MORE_THAN_VALUES],
    ['of a list', grown(60, '[1, 2]', (before) => `${before} + ${before}`), MORE_THAN_VALUES],
    ['of lists in lists', grown(3000, '[1]', (before) => `[${before}]`), 'it is nested too deeply'],
    ['that need one another', grown(3000, '[1]', (before) => `${before} + [1]`), 'it is nested too deeply'],
    ['that need themselves', grown(1, 'variables.v0', (before) => before), 'it is nested too deeply'],
  ])('is not evaluated, and says so, if it has variables %s without end', async (_, variables, why) => {
    const checks = { expression: `variables.v${variables.length - 1}.size() > 0` };
    write('p.yaml', policy(checks, { variables }));
    const named = [{ reason: expect.stringContaining(`refuses ClusterResourcePlacement/shop and 1 more is not known: ${why}`) }];
    const other = { ...PLACEMENT, metadata: { name: 'other' } };
    write('a.yaml', [PLACEMENT, other]);
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [], notEvaluated: named });
    write('a.yaml', [PLACEMENT, other, ...policy(checks, { variables })]);
    expect(await lint()).toMatchObject({ findings: [], notEvaluated: named });
  });

  it('evaluates its other expressions and the next object if one expression reached a limit', async () => {
    const variables = grown(60, "'aaaa'", (before) => `${before} + ${before}`);
    const hasLong = "object.metadata.name == 'shop' && variables.v59 == ''";
    const validations = [{ expression: hasLong }, { expression: "object.metadata.name != 'other'" }];
    write('p.yaml', policy({}, { variables, validations }));
    write('a.yaml', [PLACEMENT, { ...PLACEMENT, metadata: { name: 'other' } }]);
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect(findings).toMatchObject([{ message: expect.stringContaining("failed expression: object.metadata.name != 'other'") }]);
    expect(notEvaluated).toMatchObject([
      { reason: expect.stringContaining(`ClusterResourcePlacement/shop is not known: ${MORE_THAN_VALUES}`) },
    ]);
  });

  it('evaluates variables that need one another a hundred times', async () => {
    const variables = grown(100, '[1]', (before) => `${before} + [1]`);
    write('p.yaml', policy({ expression: 'variables.v99.size() == 99' }, { variables }));
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [{ rule: 'refused-by-policy' }], notEvaluated: [] });
    write('p.yaml', policy({ expression: 'variables.v99.size() == 100' }, { variables }));
    expect(await lint('--policies', 'p.yaml')).toMatchObject({ findings: [], notEvaluated: [] });
  });

  it.each([
    ['no policy', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, 'it contains no ValidatingAdmissionPolicy'],
    ['a policy without a binding', policy({ expression: 'false' })[0], 'none of its policies is bound'],
    ['a binding without its policy', policy({ expression: 'false' })[1], 'none of its policies is bound'],
  ])('refuses a file that has %s', async (_, content, words) => {
    write('p.yaml', content);
    await expect(lint('--policies', 'p.yaml')).rejects.toThrow(words);
  });
});

describe('policies of the hub', () => {
  it('use the object on the hub, and whether it exists', async () => {
    await withHub(async (hub) => {
      for (const object of policy({ expression: "request.operation == 'CREATE' || oldObject.spec.revisionHistoryLimit == 3" }))
        hub.store.put(object);
      expect((await lint('--kubeconfig', 'config')).findings).toEqual([]);
      hub.store.put({ ...PLACEMENT, spec: { ...PLACEMENT.spec, revisionHistoryLimit: 4 } });
      expect((await lint('--kubeconfig', 'config')).findings).toMatchObject([{ rule: 'refused-by-policy', effect: 'rejected' }]);
      hub.store.put({ ...PLACEMENT, spec: { ...PLACEMENT.spec, revisionHistoryLimit: 3 } });
      expect((await lint('--kubeconfig', 'config')).findings).toEqual([]);
    });
  });

  it('are not evaluated if the manifests change an object that they look up', async () => {
    await withHub(async (hub) => {
      const asks = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
      const ref = { paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' } };
      for (const object of policy({ expression: "params.data.most == '5'" }, asks, ref)) hub.store.put(object);
      expect((await lint('--kubeconfig', 'config')).findings).toMatchObject([{ message: expect.stringContaining('no params found') }]);
      const limits = (most: string): KubeObject => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'limits', namespace: 'shop' },
        data: { most },
      });
      write('a.yaml', [PLACEMENT, limits('5')]);
      const { findings, notEvaluated } = await lint('--kubeconfig', 'config');
      expect(findings).toEqual([]);
      expect(notEvaluated).toMatchObject([{ reason: expect.stringContaining('these manifests write its parameters (ConfigMap) as well') }]);
      hub.store.put(limits('6'));
      expect((await lint('--kubeconfig', 'config')).notEvaluated).toHaveLength(1);
      write('a.yaml', [PLACEMENT, limits('6')]);
      expect((await lint('--kubeconfig', 'config')).findings).toHaveLength(1);
    });
  });

  it('read a parameter from the hub that the files lack', async () => {
    await withHub(async (hub) => {
      const config = (name: string, most: string): KubeObject => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'shop' },
        data: { most },
      });
      const asks = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
      const ref = { paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' } };
      write('p.yaml', [...policy({ expression: "params.data.most == '5'" }, asks, ref), config('other', '5')]);
      const asked = async (): Promise<unknown> =>
        (await lint('--kubeconfig', 'config', '--policies', 'p.yaml')).findings.map(({ message }) => message.split(': ').at(-1));
      expect(await asked()).toEqual([]);
      // The hub has a policy with parameters of this kind, so they are read.
      const [own] = policy({ expression: 'true' }, asks);
      hub.store.put({ ...own, metadata: { name: 'own' } });
      expect(await asked()).toEqual([expect.stringContaining('no params found')]);
      hub.store.put(config('limits', '6'));
      expect(await asked()).toEqual(["params.data.most == '5'."]);
      hub.store.put(config('limits', '5'));
      expect(await asked()).toEqual([]);
    });
  });

  it('use the labels of a namespace on the hub if no manifest sets them', async () => {
    await withHub(async (hub) => {
      const placement = {
        apiVersion: `${GROUP}/v1`,
        kind: 'ResourcePlacement',
        metadata: { name: 'cart', namespace: 'shop' },
        spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'cart' }] },
      };
      const namespace = (team: string): KubeObject => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'shop', labels: { team } },
      });
      for (const object of policy({ expression: 'false' }, { namespaceSelector: { matchLabels: { team: 'shop' } } })) hub.store.put(object);
      hub.store.put(namespace('shop'));
      const seen = async (...manifests: readonly unknown[]): Promise<readonly number[]> => {
        write('a.yaml', [placement, ...manifests]);
        const { findings, notEvaluated } = await lint('--kubeconfig', 'config');
        return [findings.length, notEvaluated.length];
      };
      expect(await seen()).toEqual([1, 0]);
      expect(await seen(namespace('shop'))).toEqual([1, 0]);
      expect(await seen(namespace('books'))).toEqual([0, 1]);
      hub.store.put(namespace('books'));
      expect(await seen()).toEqual([0, 0]);
    });
  });

  it('are not evaluated if they cannot be read', async () => {
    await withHub(async (hub) => {
      hub.faults.denies = ({ resource }) => resource === 'validatingadmissionpolicies';
      const { findings, notEvaluated } = await lint('--kubeconfig', 'config');
      expect(findings).toEqual([]);
      expect(notEvaluated.map(({ reason }) => reason).join('\n')).toMatch(
        /whether a ValidatingAdmissionPolicy of the hub refuses these objects is not known: .*forbidden/,
      );
    });
  });
});

/** With a hub that serves policies as every hub of today does. */
async function withHub(use: (hub: EmbeddedHub) => Promise<void>): Promise<void> {
  const hub = await startEmbeddedHub();
  try {
    writeFileSync(join(dir, 'config'), hub.kubeconfig());
    await use(hub);
  } finally {
    await hub.close();
  }
}

describe('a text that a policy computes', () => {
  const password = 'Zq9!kLm2Vx7Rt4wPp';
  const metadata = { name: 'db', namespace: 'shop' };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password } };
  const envelope = { apiVersion: `${GROUP}/v1beta1`, kind: 'ResourceEnvelope', metadata, data: { 'db.yaml': secret } };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { color: 'blue and green' } };
  const all = { apiGroups: ['', GROUP], resources: ['secrets', 'configmaps', 'resourceenvelopes'] };
  const said = async (objects: readonly object[], rules: unknown): Promise<string> => {
    write('a.yaml', [PLACEMENT, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, ...objects]);
    write('p.yaml', rules);
    const { findings, notEvaluated } = await lint('--policies', 'p.yaml');
    expect(findings.length).toBeGreaterThan(0);
    return JSON.stringify([findings, notEvaluated]);
  };

  it.each([
    [
      'a message of a Secret',
      [secret],
      policy({ expression: 'false', messageExpression: "'no ' + object.stringData.password.substring(0, 9)" }, all),
    ],
    ['capitals', [secret], policy({ expression: 'false', messageExpression: 'object.stringData.password.upperAscii()' }, all)],
    [
      'a Secret in an envelope',
      [envelope],
      policy({ expression: 'false', messageExpression: "object.data['db.yaml'].stringData.password.substring(0, 9)" }, all),
    ],
    ['an error', [secret], policy({ expression: 'int(object.stringData.password.substring(0, 9)) > 1' }, all)],
    [
      'a variable',
      [secret],
      policy(
        { expression: 'false', messageExpression: 'variables.part' },
        { ...all, variables: [{ name: 'part', expression: 'object.stringData.password.substring(0, 9)' }] },
      ),
    ],
  ])('is not shown if it may be a part of a Secret: %s', async (_, objects, rules) => {
    const text = await said(objects, rules);
    expect(text).not.toMatch(/Zq9!kLm2V/i);
    expect(text).toContain('ValidatingAdmissionPolicy p');
  });

  it('is not shown if the parameter is a Secret', async () => {
    const paramKind = { apiVersion: 'v1', kind: 'Secret' };
    const rules = policy(
      { expression: 'false', messageExpression: 'params.stringData.password.substring(0, 9)' },
      { ...all, paramKind },
      {
        paramRef: { name: 'db', namespace: 'shop', parameterNotFoundAction: 'Deny' },
      },
    );
    expect(await said([map], [...rules, secret])).not.toContain('Zq9!kLm2V');
  });

  it('is shown of other objects', async () => {
    expect(
      await said([map], policy({ expression: 'false', messageExpression: "'not ' + object.data.color.substring(0, 4)" }, all)),
    ).toContain('not blue');
  });
});

interface Options {
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly namespaceSelector?: object;
  readonly [field: string]: unknown;
}

function policy(validation: object, options: Options = {}, binding: object = {}): readonly [KubeObject, KubeObject] {
  const { operations = ['CREATE', 'UPDATE'], resources = ['*'], apiGroups = [GROUP], namespaceSelector, ...spec } = options;
  const selector = namespaceSelector === undefined ? {} : { namespaceSelector };
  const matchConstraints = { resourceRules: [{ apiGroups, apiVersions: ['*'], operations, resources }], ...selector };
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'p' },
      spec: { matchConstraints, validations: [validation], ...spec },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'b' },
      spec: { policyName: 'p', validationActions: ['Deny'], ...binding },
    },
  ];
}

function replicaSet(namespace: string): KubeObject {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
  const spec = { selector: { matchLabels: { app: 'web' } }, template };
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace }, spec };
}

/** Findings of policies, and all entries that were not evaluated, except those that need the member clusters. */
async function lint(...flags: readonly string[]): Promise<Pick<LintReport, 'findings' | 'notEvaluated'>> {
  const { report } = await run(['lint', ...flags, 'a.yaml'], fakeIo({ cwd: dir }));
  const { findings = [], notEvaluated = [] } = report?.lint ?? {};
  return {
    findings: findings.filter(({ rule, state }) => rule === 'refused-by-policy' && state !== 'fixed'),
    notEvaluated: notEvaluated.filter(({ reason }) => reason.includes('ValidatingAdmissionPolicy')),
  };
}

async function notes(...flags: readonly string[]): Promise<readonly string[]> {
  const { report } = await run(['lint', ...flags, 'a.yaml'], fakeIo({ cwd: dir }));
  return (report?.notes ?? []).filter((note) => note.includes('--policies'));
}

function write(path: string, content: unknown): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  const objects: readonly unknown[] = Array.isArray(content) ? content : [content];
  writeFileSync(join(dir, path), objects.map((object) => JSON.stringify(object)).join('\n---\n'));
}
