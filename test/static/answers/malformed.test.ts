import { expect, test } from 'vitest';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { malformedIn, withoutGaps, type Malformed } from '../../../src/static/answers/malformed.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { objectMalformed } from '../../../src/static/rules/object-malformed.ts';
import { lintTexts, TODAY } from '../../support/trees/lint-texts.ts';

const MANIFESTS = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: shop}
spec:
  replicas: "3"
  template: {spec: {containers: [{name: cart, image: cart}]}}
`;

test('a missing selector may be added together with the labels of a kustomization', () => {
  expect(told([])).toEqual(['/spec/selector', '/spec/replicas']);
  expect(told(['/metadata/labels'])).toEqual(['/spec/replicas']);
});

test('fields that do not match are checked with all fields that they depend on', () => {
  const pod = 'containers: [{name: cart, image: cart, volumeMounts: [{name: tls, mountPath: /tls}]}]';
  const deployment = MANIFESTS.replace('replicas: "3"', 'selector: {matchLabels: {app: cart}}').replace(
    'template: {spec: {containers: [{name: cart, image: cart}]}}',
    `template: {metadata: {labels: {app: pay}}, spec: {${pod}}}`,
  );
  const mount = '/spec/template/spec/containers/0/volumeMounts/0/name';
  expect(told([], deployment)).toEqual(['/spec/selector', mount]);
  expect(told(['/spec/template/spec/containers/0/image'], deployment)).toEqual(['/spec/selector', mount]);
  expect(told(['/spec/template/spec/volumes'], deployment)).toEqual(['/spec/selector']);
  expect(told(['/spec/template/metadata/labels/app'], deployment)).toEqual([mount]);
  expect(told(['/metadata/labels'], deployment)).toEqual([]);
});

test('an invalid key of a Secret is not quoted, because it may be a line with a secret', () => {
  const text = { 'password=hunter2': '' };
  const said = (kind: string): string =>
    malformedIn({ apiVersion: 'v1', kind, metadata: { name: 'a' }, data: text })
      .map(({ at, says }) => `${at} ${says}`)
      .join();
  expect(said('Secret')).toBe("/data `data` has a key with characters other than letters, digits, '-', '_' and '.'");
  expect(said('ConfigMap')).toMatch(/^\/data\/password=hunter2 /);
});

const placeOf = ({ at, isCertain, open }: Malformed): string => `${at}${isCertain ? '' : '?'}${open === undefined ? '' : ` ${open}`}`;

test('a value that no known version accepts is certainly refused only if no later version can accept it', () => {
  const claim = (mode: string): readonly string[] =>
    malformedIn({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a' },
      spec: { accessModes: [mode], resources: { requests: { storage: '1Gi' } } },
    }).map(placeOf);
  expect(claim('ReadWriteOnce')).toEqual([]);
  expect(claim('RWO')).toEqual(['/spec/accessModes/0']);
  expect(claim('ReadWriteonce')).toEqual(['/spec/accessModes/0']);
  expect(claim('Shared')).toEqual(['/spec/accessModes/0?']);
  expect(claim('${MODE}')).toEqual(['/spec/accessModes/0? placeholder']);
  const variable = (fieldPath: string): readonly string[] =>
    malformedIn({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'a', image: 'a', env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath } } }] }] },
    }).map(({ remedy, isCertain }) => `${isCertain ? '' : '?'}${remedy}`);
  expect(variable('metadata.labels.app.kubernetes.io/name')).toEqual(["Write `metadata.labels['app.kubernetes.io/name']`."]);
  expect(variable('metadata.annotations["a"]')).toEqual(["Write `metadata.annotations['a']`."]);
  expect(variable('{.metadata.name}')).toEqual(['Write `metadata.name`.']);
  expect(variable('status.phase')).toEqual([expect.stringMatching(/^\?Write `metadata\.name`, /)]);
});

test('a value that another tool may replace is open, and one that only resembles it is certain', () => {
  const judged = (schedule: string): readonly string[] => {
    const jobTemplate = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } } };
    return malformedIn({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'a' }, spec: { schedule, jobTemplate } }).map(placeOf);
  };
  for (const certain of ['@reboot', 'TZ=UTC @daily', '* * * *', 'https://example.com', '$', '* * * * $$', '${}'])
    expect(judged(certain)).toEqual(['/spec/schedule']);
  for (const open of ['@SCHEDULE@', '@every ${PERIOD}', '${MINUTE} * * * 7', 'CRON_SCHEDULE', 'ref+vault://a/b', '$1 * * *'])
    expect(judged(open)).toEqual(['/spec/schedule placeholder']);
});

/** The outcome for a field of the spec of a Deployment, or its label, that a placement selects or a patch writes. */
function outcomeOf(line: string, isPatch = false): string {
  const isLabel = line.startsWith('label:');
  const [written, labels] = isPatch ? ['', '{b: c}'] : isLabel ? ['', `{a: ${line.slice(6)}}`] : [line, '{b: c}'];
  const template = '{metadata: {labels: {app: a}}, spec: {containers: [{name: cart, image: cart}]}}';
  const spec = [...(line.startsWith('template:') ? [] : [`template: ${template}`]), 'selector: {matchLabels: {app: a}}', written];
  const deployment = `${MANIFESTS.slice(0, MANIFESTS.indexOf('apiVersion: apps/v1'))}apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: shop, labels: ${labels}}
spec:
  ${spec.join('\n  ')}
`;
  const [, key = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
  const patch = key === 'label' ? `{op: add, path: /metadata/labels/a, value: ${value}}` : `{op: add, path: /spec/${key}, value: ${value}}`;
  const override = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: cart, namespace: shop}
spec:
  placement: {name: shop}
  resourceSelectors: [{group: apps, version: v1, kind: Deployment, name: cart}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [${patch}]
`;
  const { findings, notEvaluated } = lintTexts({ files: [{ path: 'a.yaml', text: isPatch ? deployment + override : deployment }] }, [
    objectMalformed,
  ]);
  const unknown = notEvaluated.map(({ fleetObject }) => (fleetObject === true ? 'not evaluated, exit 6' : 'not evaluated'));
  return [...new Set([...findings.map(({ severity }) => severity), ...unknown])].join() || 'accepted';
}

test('a sign of a placeholder alone does not silence a check, and what a placeholder leaves open is not evaluated', () => {
  const wrong = ['"3$"', '"$"', '"$$"', '"${"', '"${}"', '"$()"', '"a@b"', '"5 < 6"', '"100%"', '"a…"'];
  for (const value of wrong)
    for (const field of ['replicas', 'label', 'paused'])
      for (const isPatch of [false, true]) expect([field, value, isPatch, outcomeOf(`${field}: ${value}`, isPatch)]).toContain('error');
  const open = [
    '$REPLICAS',
    '"x$b"',
    '"$1"',
    '"${N}"',
    '"$(N)"',
    '"%N%"',
    '"@N@"',
    '"__N__"',
    '"{{ n }}"',
    '"<n>"',
    '"#{N}#"',
    'MY_NUMBER',
  ];
  for (const value of open) {
    expect([value, outcomeOf(`replicas: ${value}`)]).toEqual([value, 'not evaluated']);
    expect([value, outcomeOf(`replicas: ${value}`, true)]).toEqual([value, 'not evaluated, exit 6']);
  }
  for (const name of ['$A', '$(A)', '%A%']) expect(outcomeOf(`label: "${name}"`)).toBe('not evaluated');
});

test('a variable of KubeFleet is text outside of patches', () => {
  const variable = '"x-${MEMBER-CLUSTER-NAME}"';
  expect(outcomeOf(`label: ${variable}`)).toBe('error');
  expect(outcomeOf(`label: ${variable}`, true)).toBe('accepted');
  expect(outcomeOf(`replicas: ${variable}`, true)).toBe('error');
});

test('signs of placeholders in free text are content', () => {
  const texts = ['command: [sh, -c, "echo $(date) $1 $HOME $$ ${X}$"]', 'env: [{name: A, value: "pa$$w0rd$"}, {name: B, value: "$(A)"}]'];
  for (const text of texts)
    expect(outcomeOf(`template: {metadata: {labels: {app: a}}, spec: {containers: [{name: cart, image: cart, ${text}}]}}`)).toBe(
      'accepted',
    );
});

test('one word in capitals instead of a number may be replaced, so its finding is not certain; instead of a text it may be meant', () => {
  const service = (port: string, type: string): readonly string[] =>
    malformedIn({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { type, ports: [{ port }] } }).map(placeOf);
  expect(service('PORT', 'NODEPORT')).toEqual(['/spec/type', '/spec/ports/0/port?']);
  expect(service('port', 'NodePort')).toEqual(['/spec/ports/0/port']);
  expect(service('NaN', 'NodePort')).toEqual(['/spec/ports/0/port']);
});

test('a name with words in capitals or in braces, which another tool replaces, is reported as uncertain or as unknown here', () => {
  const service = (name: unknown, app: unknown): readonly string[] =>
    malformedIn({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: name as string },
      spec: { selector: { app }, ports: [{ port: 80 }] },
    }).map(placeOf);
  expect(service('{name}-web', 'a')).toEqual(['/metadata/name placeholder']);
  for (const name of ['APP_NAME-web', 'REPLACEME-web', 'web-CHANGE_ME']) expect(service(name, 'a')).toEqual(['/metadata/name?']);
  for (const name of ['Web', 'DEV-web', 'web_PROD', 'CHANGELOG']) expect(service(name, 'a')).toEqual(['/metadata/name']);
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { 'DB_HOST ': 'db' } };
  expect(malformedIn(settings).map(placeOf)).toEqual(['/data/DB_HOST ']);
});

test('a name in braces without quotes is reported as uncertain; a mapping below its key is wrong', () => {
  const settings = (value: string): readonly string[] => {
    const [placement, namespace] = MANIFESTS.split('---\n');
    const text = `${placement}---\n${namespace}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata:\n  a: ${value}\n`;
    return lintTexts({ files: [{ path: 'a.yaml', text }] }, [objectMalformed]).findings.map(
      ({ effect, pointer }) => `${effect} ${pointer}`,
    );
  };
  expect(settings('{self.path}')).toEqual(['advice /data/a']);
  for (const mapping of ['{debug: }', '{debug, trace}', '\n    debug:', '{ debug: on }'])
    expect(settings(mapping)).toEqual(['rejected /data/a']);
});

test('a value that may contain a secret is not quoted', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a' },
    data: { a: 'hunter-2', b: 271828 },
    stringData: { c: 314159 },
  };
  const said = malformedIn(secret).map(({ says, remedy }) => `${says} ${remedy}`);
  expect(said).toHaveLength(3);
  for (const sentence of said) expect(sentence).not.toMatch(/hunter|271828|314159/);
});

test('a harmless value is quoted, with the correct way to write it', () => {
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { replicas: '3', paused: 'true' } };
  const ofValues = malformedIn(deployment).filter(({ isWhole }) => !isWhole);
  expect(ofValues.map(({ says, remedy }) => [says, remedy])).toEqual([
    ['`spec.replicas` must be a whole number, not the text "3"', 'Write it without quotes.'],
    ['`spec.paused` must be true or false, not the text "true"', 'Write it without quotes.'],
  ]);
});

test('an object without containers or images is complete if it has no other fields, or fields that only a complete one has; otherwise it may be a patch', () => {
  const faults = (kind: string, spec: object | undefined): string => {
    const apiVersion = kind === 'Job' || kind === 'CronJob' ? 'batch/v1' : 'apps/v1';
    const object = { apiVersion, kind, metadata: { name: 'a' }, spec };
    return withoutGaps(malformedIn(object), object).map(placeOf).toSorted().join(' ');
  };
  const [selector, labels] = [{ matchLabels: { app: 'a' } }, { metadata: { labels: { app: 'a' } } }];
  for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet']) {
    expect(faults(kind, undefined)).toBe('/spec');
    expect(faults(kind, {})).toBe('/spec/selector /spec/template');
    expect(faults(kind, { selector })).toBe('/spec/template');
    expect(faults(kind, { selector, template: labels })).toBe('/spec/template/spec');
    expect(faults(kind, { selector, template: { ...labels, spec: {} } })).toBe('/spec/template/spec/containers');
    expect(faults(kind, { minReadySeconds: 5 })).toBe('/spec/selector? /spec/template?');
    expect(faults(kind, { template: { spec: { nodeSelector: { disk: 'ssd' } } } })).toBe('/spec/selector? /spec/template/spec/containers?');
    expect(faults(kind, { template: { spec: { containers: [{ name: 'a', env: [] }] } } })).toBe('');
    const withoutImage = { ...labels, spec: { containers: [{ name: 'a', image: 'a' }, { name: 'b' }] } };
    expect(faults(kind, { selector, template: withoutImage })).toBe('/spec/template/spec/containers/1/image');
  }
  expect(faults('Job', {})).toBe('/spec/template');
  expect(faults('Job', { backoffLimit: 3 })).toBe('/spec/template');
  expect(faults('CronJob', {})).toBe('/spec/jobTemplate /spec/schedule');
  expect(faults('CronJob', { schedule: '@daily', jobTemplate: {} })).toBe('/spec/jobTemplate/spec');
  expect(faults('CronJob', { schedule: '@daily' })).toBe('/spec/jobTemplate?');
  const job = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a' }] } } } };
  expect(faults('CronJob', { jobTemplate: job })).toBe('');
  expect(faults('CronJob', { schedule: '@daily', jobTemplate: job })).toBe('/spec/jobTemplate/spec/template/spec/containers/0/image');
  expect(faults('Job', job.spec)).toBe('');
});

test('a null in a list of objects is an object without fields', () => {
  const pod = (spec: object): readonly string[] =>
    malformedIn({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec }).map(({ at }) => at);
  const container = { name: 'a', image: 'a' };
  expect(pod({ containers: [container, null] })).toEqual(['/spec/containers/1/name']);
  expect(pod({ containers: [{ ...container, env: [null], args: [null] }] })).toEqual(['/spec/containers/0/env/0/name']);
  expect(pod({ containers: [container], imagePullSecrets: [null] })).toEqual([]);
});

test('a field with wrong upper or lower case is reported with the correct name', () => {
  const secret = (content: object): readonly string[] =>
    malformedIn({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, ...content }).map(({ says, remedy }) => `${says}: ${remedy}`);
  expect(secret({ stringdata: { a: 'b' } })).toEqual(['`stringdata` is not a field of Secret: Write `stringData`.']);
  expect(secret({ data: { a: ['b'] } })).toEqual([
    '`data.a` must be text in base64, not a list: Encode it in base64, or put the plain text below `stringData` of a Secret.',
  ]);
});

/** The places at which the Deployment is reported as refused, if another tool changes the values at these pointers. */
function told(unresolved: readonly string[], text = MANIFESTS): readonly string[] {
  const sources = parseManifests(text, 'shop.yaml');
  const manifests = sources.manifests.map((manifest) => (manifest.object.kind === 'Deployment' ? { ...manifest, unresolved } : manifest));
  const world = makeWorld({ target: 'v0.3', now: TODAY, manifests });
  const rules = RULES.filter(({ id }) => id === 'object-malformed');
  return lint(world, sources, { rules, today: TODAY }).findings.map(({ pointer }) => pointer);
}

test('a field that a custom resource does not have is named unless its definition keeps unknown fields', () => {
  const unknownIn = (apiVersion: string, preserve: object, version = 'v1'): readonly string[] => {
    const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: { color: { type: 'string' } } } } };
    const spec = { group: 'example.com', names: { kind: 'Widget' }, versions: [{ name: 'v1', schema: { openAPIV3Schema } }], ...preserve };
    const definition = {
      apiVersion: `apiextensions.k8s.io/${apiVersion}`,
      kind: 'CustomResourceDefinition',
      metadata: { name: 'a' },
      spec,
    };
    const widget = { apiVersion: `example.com/${version}`, kind: 'Widget', metadata: { name: 'a' } };
    const fields = { colour: 'red', $patch: 'replace', '${FIELD}': 'a', shade: 'dark' };
    return malformedIn({ ...widget, spec: fields }, definition).map(({ at, remedy }) => `${at} ${remedy}`);
  };
  const unknown = [
    '/spec/colour Write `color`.',
    '/spec/shade Remove it, or move its content to a field that the API reference of the kind has.',
  ];
  expect(unknownIn('v1', {})).toEqual(unknown);
  expect(unknownIn('v1', { preserveUnknownFields: true })).toEqual([]);
  expect(unknownIn('v1', {}, 'v2')).toEqual([]);
  expect(unknownIn('v1beta1', {})).toEqual([]);
  expect(unknownIn('v1beta1', { preserveUnknownFields: false })).toEqual(unknown);
});
