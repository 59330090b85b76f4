/** The difference of `lint --fix --dry-run` shows the edit, and no value of a Secret and no credential beside it. */
import { expect, it } from 'vitest';
import { canaryAt, canaryFinder } from '../../support/secrets/canary.ts';
import { fixDiff } from '../../../src/cli/tree/fix/fix-diff.ts';

const CANARY = canaryAt('lines around an edit', 1);
const VALUE = CANARY.value;
const ENCODED = Buffer.from(VALUE).toString('base64');
const find = canaryFinder([CANARY]);
const PLACEMENT = '{kind: ClusterResourcePlacement, spec: {policy: {placementType: pickAll}}}\n';

const diffOf = (text: string): string => fixDiff({ file: 'a.yaml', before: text, after: text.replace('pickAll', 'PickAll') });

/** Documents of at most three lines, which are all around the edit. */
const AROUND: Readonly<Record<string, string>> = {
  'data of a Secret': `kind: Secret\ndata: {a: ${ENCODED}}\n`,
  'a Secret in flow style': `{kind: Secret, stringData: {a: "${VALUE}"}}\n`,
  'a Secret in JSON': `{"kind": "Secret", "stringData": {"a": "${VALUE}"}}\n`,
  'a Secret whose values are quoted over lines': `{kind: Secret, stringData: {a: "${VALUE.slice(0, 20)}\n  ${VALUE.slice(20)}"}}\n`,
  'a Secret with a key that is written twice': `kind: Secret\nstringData: {a: ${VALUE}}\nstringData: {}\n`,
  'a Secret that cannot be parsed': `kind: Secret\nstringData: {a: ${VALUE}\n`,
  'a Secret with an alias': `x: &x {a: ${VALUE}}\nkind: Secret\nstringData: *x\n`,
  'a List with a Secret': `kind: List\nitems: [{kind: Secret, stringData: {a: ${VALUE}}}]\n`,
  'a SecretList': `kind: SecretList\nitems: [{stringData: {a: ${VALUE}}}]\n`,
  'an envelope with a Secret': `kind: ResourceEnvelope\ndata: {s.yaml: {kind: Secret, stringData: {a: ${VALUE}}}}\n`,
  'a ConfigMap with a Secret as text': `kind: ConfigMap\ndata: {s: "kind: Secret\\nstringData: {a: ${VALUE}}\\n"}\n`,
  'a ConfigMap with a password': `kind: ConfigMap\ndata: {s: "[db]\\npassword = ${VALUE}\\n"}\n`,
  'the last applied configuration': `kind: Secret\nmetadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"kind":"Secret","data":{"a":"${ENCODED}"}}'}}\n`,
  'an override of a Secret': `resourceSelectors: [{kind: Secret}]\njsonPatchOverrides: [{path: /data/a, value: ${ENCODED}}]\n`,
  'a generator of Secrets': `kind: Kustomization\nsecretGenerator: [{name: x, literals: ["user=${VALUE}"]}]\n`,
  'a patch of Secrets': `kind: Kustomization\npatches: [{target: {kind: Secret}, patch: "[{op: add, path: /data/a, value: ${ENCODED}}]"}]\n`,
  'values of a chart': `kind: HelmRelease\nspec: {values: {auth: {password: ${VALUE}}}}\n`,
  'a variable': `kind: Pod\nspec: {containers: [{env: [{name: DB_PASSWORD, value: ${VALUE}}]}]}\n`,
  'an argument': `kind: Pod\nspec: {containers: [{args: [--password, ${VALUE}]}]}\n`,
  'a comment above a value': `# formerly ${VALUE}\nkind: Secret\nstringData: {a: b}\n`,
  'a comment behind a value': `kind: Secret\nstringData: {a: b} # formerly ${VALUE}\n`,
  'a comment with a password': `# password: ${VALUE}\nkind: Namespace\n`,
};

it.each(Object.entries(AROUND))('hides %s', (what, around) => {
  for (const text of [`${around}---\n${PLACEMENT}`, `${PLACEMENT}---\n${around}`]) {
    const diff = diffOf(text);
    expect(find(diff), diff).toEqual([]);
    expect(diff, what).toMatch(/^# \*\*\* hides/);
    expect(diff).toContain('pickAll}}}\n+{kind: ClusterResourcePlacement, spec: {policy: {placementType: PickAll}}}\n');
  }
});

it.each([
  ['- {kind: Secret, stringData: {a: $}, type: pickAll}', '- {kind: Secret, stringData: {a: ***}, type: PickAll}'],
  ['- {kind: pickAll} # formerly $', '- {kind: PickAll} # ***'],
  [
    '- {"kind": "Secret", "stringData": {"a": "$"}, "type": "pickAll"}',
    '- {"kind": "Secret", "stringData": {"a": "***"}, "type": "PickAll"}',
  ],
])('hides a value in the line of the edit: %s', (line, shown) => {
  const diff = diffOf(`kind: List\nitems:\n- {kind: Secret, stringData: {a: x}}\n${line.replace('$', () => VALUE)}\n`);
  expect(diff.split('\n').filter((each) => each.startsWith('+'))).toEqual(['+++ b/a.yaml', `+${shown}`]);
  expect(find(diff)).toEqual([]);
});

it('is unchanged if nothing is hidden, and can be applied', () => {
  const plain = diffOf(`# a comment\nkind: Namespace\nmetadata: {name: token, labels: {app: secret}}\n---\n${PLACEMENT}`);
  expect(plain).toMatch(/^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n@@ /);
  expect(plain).not.toContain('***');
});

it('has as many lines as without hidden values, and shows the keys', () => {
  expect(diffOf(`kind: Secret\nstringData:\n  a: |\n    ${VALUE}\n---\nkind: X\nspec: {placementType: pickAll}\n`)).toBe(
    '# *** hides values that are confidential, and the comments of such a file. This difference is for reading, not for `git apply`.\n' +
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -4,4 +4,4 @@\n     ***\n ---\n kind: X\n-spec: {placementType: pickAll}\n+spec: {placementType: PickAll}\n',
  );
});
