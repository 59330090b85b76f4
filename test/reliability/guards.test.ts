/**
 * A template of a chart whose objects of KubeFleet depend on what a rendering does not know is not evaluated, however the condition is
 * written.
 */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { undecidedTemplates } from '../../src/static/read/render/charts/undecided-templates.ts';
import { undecidedContent } from '../../src/static/read/render/charts/undecided-content.ts';
import { undecidedRemarks } from '../../src/static/read/render/charts/undecided-remarks.ts';
import { commentsHoldFleet } from '../../src/static/read/placeholders/parts-of-fleet.ts';
import { dataIn, decodedObjects, readableObjects } from '../../src/static/read/render/readable-objects.ts';
import { NOTHING_READ } from '../../src/static/read/read-result.ts';
import type { Overlay } from '../../src/static/read/render/overlay.ts';
import type { RepositoryFiles } from '../../src/static/read/render/repository-files.ts';
import { Sources } from '../../src/static/read/render/sources.ts';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { Random } from '../support/fuzz/random.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('guards', {
  title: 'Conditions that a rendering cannot decide',
  proves:
    'A placement in a chart is behind a condition on the hub, the release or the time, which `helm template` decides in one way and a deploy in another. The template is not evaluated, with the line of the condition. Content of a placement is not evaluated if the hub or the number of the release alone decides about it, and named otherwise. The same template with a condition on a value is evaluated, which is the control.',
});

const UNKNOWN: Readonly<Record<string, string>> = {
  'an installation': '.Release.IsInstall',
  'an upgrade': '.Release.IsUpgrade',
  'a revision': 'gt .Release.Revision 1',
  'a copy of the release': '(get (merge (dict) .) "Release").IsUpgrade',
  'the name of the release': 'eq .Release.Name "prod"',
  'the namespace of the release': 'ne .Release.Namespace "default"',
  'an object of the hub': '(lookup "v1" "Namespace" "" "shop")',
  'a version of Kubernetes': 'semverCompare ">=1.30-0" .Capabilities.KubeVersion.Version',
  'a version of helm': 'eq .Capabilities.HelmVersion.Version "v4"',
  'a kind of the hub': '.Capabilities.APIVersions.Has "monitoring.coreos.com/v1"',
  'a file of the chart': '.Files.Get "on.txt"',
  'the time': 'eq (now | date "2006") "2099"',
  chance: 'eq (randAlpha 1) "q"',
  'a name server': 'eq (getHostByName "localhost") "::1"',
  'all of the release': 'contains "true" (toJson .Release)',
  'a computed field of the release': 'index .Release (printf "Is%s" "Upgrade")',
  'all of the hub': 'contains "v1.30" (toYaml .Capabilities)',
  'all that a template has': 'contains "upgrade" (toJson $)',
  'a time that is none': 'eq (htmlDate "x") "2099-01-01"',
  'the order of chance': 'hasPrefix "a" (shuffle "ab")',
};
const OF_RELEASE = /\.Release\.Name/;
/** Words that `undecidedContent` does not look for. */
const ONLY_OF_FLEET = /to(?:Json|Yaml)|index|htmlDate|shuffle/;
const KNOWN: Readonly<Record<string, string>> = {
  'a value': '.Values.on',
  'a kind of KubeFleet': '.Capabilities.APIVersions.Has "placement.kubernetes-fleet.io/v1"',
  'the name of the chart': 'eq .Chart.Name "shop"',
};

/** Ways to put a condition around a text, and the files of the chart that result. */
const FORMS: Readonly<Record<string, (condition: string, text: string, random: Random) => Readonly<Record<string, string>>>> = {
  if: (condition, text, random) => ({ 'p.yaml': `${open(`if ${condition}`, random)}\n${text}{{ end }}\n` }),
  'if not': (condition, text, random) => ({ 'p.yaml': `${open(`if not (${condition})`, random)}\n${text}{{ end }}\n` }),
  'else if': (condition, text, random) => ({ 'p.yaml': `{{ if false }}\n${open(`else if ${condition}`, random)}\n${text}{{ end }}\n` }),
  with: (condition, text, random) => ({ 'p.yaml': `${open(`with ${condition}`, random)}\n${text}{{ end }}\n` }),
  'if and': (condition, text, random) => ({ 'p.yaml': `${open(`if and .Values.on (${condition})`, random)}\n${text}{{ end }}\n` }),
  'in a comment': (condition, text, random) => ({ 'p.yaml': `# ${open(`if ${condition}`, random)}\n${text}# {{ end }}\n` }),
  'in a template that is included': (condition, text, random) => ({
    '_h.tpl': `${open('define "shop.on"', random)}${open(`if ${condition}`, random)}true{{ end }}{{ end }}`,
    'p.yaml': `${open('if eq (include "shop.on" .) "true"', random)}\n${text}{{ end }}\n`,
  }),
  'in a template with a name that is computed': (condition, text, random) => ({
    '_h.tpl': `${open('define "shop.on"', random)}${open(`if ${condition}`, random)}true{{ end }}{{ end }}`,
    'p.yaml': `${open('if eq (include (printf "shop.%s" "on") .) "true"', random)}\n${text}{{ end }}\n`,
  }),
  'in a variable': (condition, text, random) => ({
    'p.yaml': `${open(`$on := ${condition}`, random)}${open('if $on', random)}\n${text}{{ end }}\n`,
  }),
  'in a value that `tpl` evaluates': (condition, text, random) => ({
    '../values.yaml': `on: >-\n  {{ if ${condition} }}true{{ end }}\n`,
    'p.yaml': `${open('if eq (tpl .Values.on .) "true"', random)}\n${text}{{ end }}\n`,
  }),
  'in a value of a subchart that `tpl` evaluates': (condition, text, random) => ({
    '../charts/a/values.yaml': `on: >-\n  {{ if ${condition} }}true{{ end }}\n`,
    'p.yaml': `${open('if eq (tpl (toYaml .Values.a.on) $) "true"', random)}\n${text}{{ end }}\n`,
  }),
  'in a template of an included one': (condition, text, random) => ({
    '_a.tpl': `{{ define "shop.a" }}${open(`if ${condition}`, random)}true{{ end }}{{ end }}`,
    '_b.tpl': `{{ define "shop.b" }}{{ include "shop.a" . }}{{ end }}`,
    'p.yaml': `${open('if (include "shop.b" .)', random)}\n${text}{{ end }}\n`,
  }),
};

function open(words: string, random: Random): string {
  return `{{${random.pick(['', '-'])}${random.pick([' ', '  ', '\n'])}${words}${random.pick([' ', '  '])}${random.pick(['', '-'])}}}`;
}

const CHART: Overlay = { tool: 'helm', name: 'shop', directory: 'shop', file: 'shop/Chart.yaml', values: [], args: [] };

async function sourcesOf(files: Readonly<Record<string, string>>): Promise<readonly [ReadonlySet<string>, Sources]> {
  const texts = new Map(Object.entries(files).map(([name, text]) => [posix.join('shop/templates', name), text]));
  const sources = await Sources.of(new Set(texts.keys()), {
    text: (name: string) => Promise.resolve(texts.get(name)),
  } as unknown as RepositoryFiles);
  return [new Set(texts.keys()), sources];
}

async function undecided(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const found = undecidedTemplates(...(await sourcesOf(files)), CHART, 'helm template shop', false);
  return found.flatMap(({ file, fleetObject }) => (fleetObject === true ? [file] : []));
}

test('what only a deploy decides is not evaluated', async () => {
  let [times, controls] = [0, 0];
  for (const [form, put] of Object.entries(FORMS)) {
    for (const [what, condition] of Object.entries(UNKNOWN)) {
      // Nearly every chart has a template that makes names of it.
      if (form.includes('template') && OF_RELEASE.test(condition)) continue;
      for (let n = 0; n < suite.size(20, 2); n += 1) {
        const random = Random.of(suite.seed, `${form} ${what}`, n);
        const files = put(condition, placementYaml('shop'), random);
        expect(await undecided(files), `${form}, ${what} (SEED=${suite.seed}, ${n}): ${JSON.stringify(files)}`).toEqual([
          'shop/templates/p.yaml',
        ]);
        expect(await undecided(put(condition, 'kind: ConfigMap\n', random)), `${form}, ${what}, without KubeFleet`).toEqual([]);
        times += 1;
      }
    }
    for (const [what, condition] of Object.entries(KNOWN)) {
      expect(
        await undecided(put(condition, placementYaml('shop'), Random.of(suite.seed, `${form} ${what}`, 0))),
        `${form}, ${what}`,
      ).toEqual([]);
      controls += 1;
    }
  }
  suite.tell({
    tried: 'a placement behind a condition on the hub, the release, the time or a file, written in twelve forms',
    times,
    outcome: 'each was named as not evaluated, which is exit code 6; a ConfigMap behind the same condition was not',
  });
  suite.tell({
    tried: 'a placement behind a condition on a value, a kind of KubeFleet or the chart',
    times: controls,
    outcome: 'evaluated',
  });
});

/** What helm rendered of the chart: nothing of this template. An upgrade could not be rendered. */
const RENDERED = {
  directory: 'shop',
  overlayFile: 'shop/Chart.yaml',
  manifests: [],
  packed: new Map<string, string>(),
  evaluated: new Map<string, string>(),
  isReleaseKnown: false,
  isUpgradeKnown: false,
};
const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n';

test('content of a placement that only a deploy decides is not evaluated, or named', async () => {
  const times = { notEvaluated: 0, named: 0, controls: 0 };
  for (const [form, put] of Object.entries(FORMS)) {
    if (/`tpl`|computed|variable/.test(form)) continue;
    for (const [what, condition] of Object.entries(UNKNOWN)) {
      // The files of a chart are the same in each release.
      if ((form.includes('template') && OF_RELEASE.test(condition)) || condition.includes('.Files') || ONLY_OF_FLEET.test(condition))
        continue;
      const told = `${form}, ${what}`;
      const files = put(condition, DEPLOYMENT, Random.of(suite.seed, told, 0));
      const [first] = (await contentOf(files, true)).notEvaluated;
      // In another condition, or with a value in it, the object may be one that the values turn off.
      const isAlone = form !== 'else if' && form !== 'if and';
      const isDeciding = isAlone && /lookup|Is(?:Install|Upgrade)|Revision/.test(condition);
      expect(first, told).toEqual(isDeciding ? expect.objectContaining({ file: 'shop/templates/p.yaml', fleetObject: true }) : undefined);
      const { notEvaluated, notes } = await contentOf(files, false);
      expect([notEvaluated, notes], told).toEqual([
        [],
        [expect.stringMatching(/shop\/templates\/p\.yaml:\d+ \([^()]+, without Deployment\)/)],
      ]);
      times[isDeciding ? 'notEvaluated' : 'named'] += 1;
    }
    for (const [what, condition] of Object.entries(KNOWN)) {
      const files = put(condition, DEPLOYMENT, Random.of(suite.seed, `${form} ${what}`, 0));
      expect(await contentOf(files, true), `${form}, ${what}`).toEqual({ notEvaluated: [], notes: [] });
      times.controls += 1;
    }
  }
  suite.tell({
    tried: 'content of a placement behind a condition on the hub or the number of the release alone',
    times: times.notEvaluated,
    outcome: 'not evaluated with 6, and named if no placement selects the namespace',
  });
  suite.tell({ tried: 'content behind another condition that a rendering cannot decide', times: times.named, outcome: 'named in a note' });
  suite.tell({
    tried: 'content behind a condition on a value, a kind of KubeFleet or the chart',
    times: times.controls,
    outcome: 'evaluated, without a note',
  });
});

const PLACEMENT = placementYaml('shop');
const IN_BASE64 = Buffer.from(PLACEMENT).toString('base64');
const OBJECT_IN_VALUES = { '../values.yaml': `extra:\n  - ${PLACEMENT.trimEnd().replaceAll('\n', '\n    ')}\n` };
const KIND_IN_VALUES = { '../values.yaml': 'a: placement.kubernetes-fleet.io/v1\nk: ClusterResourcePlacement\n' };
const DESCRIBED = { '../Chart.yaml': `name: x\nannotations:\n  o: |\n    ${PLACEMENT.trimEnd().replaceAll('\n', '\n    ')}\n` };
const IN_COMMENTS = PLACEMENT.replaceAll(/^(?=.)/gm, '# ');
const COMMENTED = { '../values.yaml': `o: |\n  ${IN_COMMENTS.trimEnd().replaceAll('\n', '\n  ')}\n` };
const FIRST = '{{ toYaml (first .Values.extra) }}';
const TYPED = 'apiVersion: {{ .Values.a }}\nkind: {{ .Values.k }}\nmetadata: {name: q}\n';

/** Ways to take an object of KubeFleet from elsewhere than the text of a template, behind a condition. */
const ORIGINS: Readonly<Record<string, (condition: string) => Readonly<Record<string, string>>>> = {
  'a value': (on) => ({ ...OBJECT_IN_VALUES, 'p.yaml': `{{ if ${on} }}${FIRST}{{ end }}` }),
  'a variable': (on) => ({ ...OBJECT_IN_VALUES, 'p.yaml': `{{ $v := first .Values.extra }}{{ if ${on} }}{{ toYaml $v }}{{ end }}` }),
  'a variable with all values': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `{{ $v := .Values }}{{ if ${on} }}{{ toYaml (first $v.extra) }}{{ end }}`,
  }),
  'a loop around it': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `{{ range .Values.extra }}{{ if ${on} }}\n---\n{{ toYaml . }}{{ end }}{{ end }}`,
  }),
  'an index of all values': (on) => ({ ...OBJECT_IN_VALUES, 'p.yaml': `{{ if ${on} }}{{ toYaml (index .Values "extra") }}{{ end }}` }),
  'a choice of ternary': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `{{ ternary (toYaml (first .Values.extra)) "" (not (empty (${on}))) }}`,
  }),
  'a choice of and': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `{{ $o := and (${on}) (first .Values.extra) }}{{ with $o }}{{ toYaml . }}{{ end }}`,
  }),
  'a change of it': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `{{ $o := first .Values.extra }}{{ if ${on} }}{{ $_ := set $o.spec "policy" dict }}{{ end }}{{ toYaml $o }}`,
  }),
  'a named template with a value': (on) => ({
    ...OBJECT_IN_VALUES,
    '_h.tpl': `{{ define "o" }}${FIRST}{{ end }}`,
    'p.yaml': `{{ if ${on} }}{{ include "o" . }}{{ end }}`,
  }),
  'a named template with the condition': (on) => ({
    ...OBJECT_IN_VALUES,
    '_h.tpl': `{{ define "o" }}{{ if ${on.replaceAll('.Release', '$.Release')} }}{{ toYaml . }}{{ end }}{{ end }}`,
    'p.yaml': '{{ include "o" (first .Values.extra) }}',
  }),
  'a named template with the object': (on) => ({
    '_h.tpl': `{{ define "o" }}\n${PLACEMENT}{{ end }}`,
    'p.yaml': `{{ if ${on} }}{{ include "o" . }}{{ end }}`,
  }),
  'a named template of a library': (on) => ({
    '../charts/lib/templates/_h.tpl': `{{ define "o" }}\n${PLACEMENT}{{ end }}`,
    'p.yaml': `{{ if ${on} }}{{ include "o" . }}{{ end }}`,
  }),
  'an apiVersion and a kind of values': (on) => ({ ...KIND_IN_VALUES, 'p.yaml': `{{ if ${on} }}\n${TYPED}{{ end }}` }),
  'a part of an object whose kind is a value': (on) => ({
    ...KIND_IN_VALUES,
    'p.yaml': `${TYPED}spec: {clusterNames: [{{ if ${on} }}a{{ else }}b{{ end }}]}\n`,
  }),
  'a kind of values in a list': (on) => ({
    '../values.yaml': 'o:\n  - {a: placement.kubernetes-fleet.io/v1, k: ClusterResourcePlacement}\n',
    'p.yaml': `{{ range .Values.o }}{{ if ${on} }}\n---\napiVersion: {{ .a }}\nkind: {{ .k }}\n{{ end }}{{ end }}`,
  }),
  'an apiVersion and a kind of a chart within the chart': (on) => ({
    '../values.yaml': `sub:\n  ${KIND_IN_VALUES['../values.yaml'].trimEnd().replace('\n', '\n  ')}\n`,
    '../charts/sub/templates/p.yaml': `{{ if ${on} }}\n${TYPED}{{ end }}`,
  }),
  'a value in base64': (on) => ({ '../values.yaml': `o: ${IN_BASE64}\n`, 'p.yaml': `{{ if ${on} }}{{ .Values.o | b64dec }}{{ end }}` }),
  'a text in base64': (on) => ({ 'p.yaml': `{{ if ${on} }}{{ "${IN_BASE64}" | b64dec }}{{ end }}` }),
  'a file': (on) => ({ '../x.yaml': PLACEMENT, 'p.yaml': `{{ if ${on} }}{{ .Files.Get "x.yaml" }}{{ end }}` }),
  'a file that ternary chooses': (on) => ({
    '../x.yaml': PLACEMENT,
    'p.yaml': `{{ ternary (.Files.Get "x.yaml") "" (not (empty (${on}))) }}`,
  }),
  'a loop over files': (on) => ({
    '../x/a.yaml': PLACEMENT,
    'p.yaml': `{{ if ${on} }}{{ range $p, $_ := .Files.Glob "x/*" }}\n---\n{{ $.Files.Get $p }}{{ end }}{{ end }}`,
  }),
  'files as a Secret': (on) => ({
    '../x/a.yaml': PLACEMENT,
    'p.yaml': `{{ if ${on} }}{{ range (.Files.Glob "x/*").AsSecrets | fromYaml }}\n---\n{{ . | b64dec }}{{ end }}{{ end }}`,
  }),
  'a file in base64': (on) => ({
    '../x.b64': IN_BASE64.replaceAll(/.{76}/g, '$&\n'),
    'p.yaml': `{{ if ${on} }}{{ .Files.Get "x.b64" | b64dec }}{{ end }}`,
  }),
  'a file that describes the chart': (on) => ({
    '../README.md': PLACEMENT,
    'p.yaml': `{{ if ${on} }}{{ .Files.Get "README.md" }}{{ end }}`,
  }),
  'files that describe the chart': (on) => ({
    '../o.md': PLACEMENT,
    'p.yaml': `{{ if ${on} }}{{ range $p, $_ := .Files.Glob "*.md" }}\n---\n{{ $.Files.Get $p }}{{ end }}{{ end }}`,
  }),
  'a file for tests of the chart, whose name is a value': (on) => ({
    '../ci/o.yaml': PLACEMENT,
    '../values.yaml': 'f: ci/o.yaml\n',
    'p.yaml': `{{ if ${on} }}{{ .Files.Get .Values.f }}{{ end }}`,
  }),
  'an annotation of the chart': (on) => ({ ...DESCRIBED, 'p.yaml': `{{ if ${on} }}{{ .Chart.Annotations.o }}{{ end }}` }),
  'an annotation of the chart by its name': (on) => ({
    ...DESCRIBED,
    'p.yaml': `{{ if ${on} }}{{ index .Chart.Annotations "o" }}{{ end }}`,
  }),
  'all annotations of the chart': (on) => ({
    ...DESCRIBED,
    'p.yaml': `{{ if ${on} }}{{ range .Chart.Annotations }}\n---\n{{ . }}{{ end }}{{ end }}`,
  }),
  'the chart in a variable': (on) => ({ ...DESCRIBED, 'p.yaml': `{{ $c := .Chart }}{{ if ${on} }}{{ get $c.Annotations "o" }}{{ end }}` }),
  'the description of the chart': (on) => ({
    '../Chart.yaml': `name: x\ndescription: |\n  ${PLACEMENT.trimEnd().replaceAll('\n', '\n  ')}\n`,
    'p.yaml': `{{ if ${on} }}{{ .Chart.Description }}{{ end }}`,
  }),
  'an apiVersion and a kind of the chart': (on) => ({
    '../Chart.yaml': 'name: x\nannotations: {a: placement.kubernetes-fleet.io/v1, k: ClusterResourcePlacement}\n',
    'p.yaml': `{{ if ${on} }}\napiVersion: {{ .Chart.Annotations.a }}\nkind: {{ .Chart.Annotations.k }}\nmetadata: {name: q}\n{{ end }}`,
  }),
  'texts in a value': (on) => ({
    '../values.yaml': `x:\n  o: |\n    ${PLACEMENT.trimEnd().replaceAll('\n', '\n    ')}\n`,
    'p.yaml': `{{ if ${on} }}{{ range .Values.x }}\n---\n{{ . }}{{ end }}{{ end }}`,
  }),
  'comments of a value': (on) => ({ ...COMMENTED, 'p.yaml': `{{ if ${on} }}{{ .Values.o | replace "# " "" }}{{ end }}` }),
  'comments of a value, with a pattern': (on) => ({
    ...COMMENTED,
    'p.yaml': `{{ $o := .Values.o }}{{ if ${on} }}{{ regexReplaceAll "(?m)^# " $o "" }}{{ end }}`,
  }),
  'comments of a value, by line': (on) => ({
    ...COMMENTED,
    'p.yaml': `{{ if ${on} }}{{ range splitList "\\n" .Values.o }}{{ trimPrefix "# " . }}\n{{ end }}{{ end }}`,
  }),
  'comments of a value, in a named template': (on) => ({
    ...COMMENTED,
    '_h.tpl': '{{ define "u" }}{{ . | replace "#" "" }}{{ end }}',
    'p.yaml': `{{ if ${on} }}{{ include "u" .Values.o }}{{ end }}`,
  }),
  'comments of a file': (on) => ({ '../o.txt': IN_COMMENTS, 'p.yaml': `{{ if ${on} }}{{ .Files.Get "o.txt" | replace "#" "" }}{{ end }}` }),
  'comments of a named template': (on) => ({
    '_h.tpl': `{{ define "o" }}\n${IN_COMMENTS}{{ end }}`,
    'p.yaml': `{{ if ${on} }}{{ include "o" . | replace "# " "" }}{{ end }}`,
  }),
  'comments of a text': (on) => ({ 'p.yaml': `{{ if ${on} }}{{ \`\n${IN_COMMENTS}\` | replace "# " "" }}{{ end }}` }),
  'a text with the signs of a comment before it': (on) => ({
    ...OBJECT_IN_VALUES,
    'p.yaml': `# {{ "{{/*" }}\n{{ if ${on} }}${FIRST}{{ end }}\n# {{ "*/}}" }}\n`,
  }),
  'a text that tpl evaluates': (on) => ({
    '../values.yaml': `o: |\n  {{ if ${on} }}\n  ${PLACEMENT.trimEnd().replaceAll('\n', '\n  ')}\n  {{ end }}\n`,
    'p.yaml': '{{ tpl .Values.o $ }}',
  }),
  'a value that another template changes': (on) => ({
    'a.yaml': `{{ if ${on} }}{{ $_ := set .Values "c" "b" }}{{ end }}`,
    'p.yaml': PLACEMENT.replace('name: shop', 'name: "{{ .Values.c }}"'),
  }),
  'a named template that prints a part': (on) => ({
    '_h.tpl': `{{ define "c" }}{{ and (${on}) "b" }}{{ end }}`,
    'p.yaml': PLACEMENT.replace('name: shop', 'name: "{{ include "c" . }}"'),
  }),
  'braces in a text of the condition': (on) => ({ 'p.yaml': `{{ if and (${on}) (contains "}" "{}") }}\n${PLACEMENT}{{ end }}` }),
};

test('an object that a template does not write itself is not evaluated, if only a deploy decides about it', async () => {
  let [times, controls] = [0, 0];
  for (const [origin, files] of Object.entries(ORIGINS)) {
    for (const on of [
      'lookup "v1" "Secret" "s" "x"',
      'gt .Release.Revision 1',
      '.Capabilities.APIVersions.Has "x/v1"',
      'semverCompare ">=1.99" .Capabilities.KubeVersion.Version',
    ]) {
      expect(await isEvaluated(files(on)), `${origin}, ${on}`).toBe(false);
      times += 1;
    }
    expect(await isEvaluated(files('.Values.on')), origin).toBe(true);
    // A condition about an object of another kind, in the same chart.
    const beside = {
      'z.yaml': '{{ if lookup "v1" "Secret" "s" "x" }}\napiVersion: v1\nkind: Secret\ndata: {a: {{ toYaml .Values.z }}}\n{{ end }}',
    };
    expect(await isEvaluated({ ...files('.Values.on'), ...beside }), `${origin}, beside`).toBe(true);
    controls += 2;
  }
  suite.tell({
    tried: `a placement that comes from a value, a file, a named template or a text in base64, in ${Object.keys(ORIGINS).length} ways, behind a condition on the hub or the release`,
    times,
    outcome: 'not evaluated, which is exit code 6',
  });
  suite.tell({
    tried: 'the same behind a condition on a value, also beside a Secret that depends on the hub',
    times: controls,
    outcome: 'evaluated',
  });
});

const LABELS =
  '{{ define "l" }}chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}{{ end }}';
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {{ include "l" . }}}\n';
const HUB_DECIDES = '{{ if lookup "v1" "Secret" "s" "x" }}\n';

test.each<[string, Readonly<Record<string, string>>]>([
  [
    'an example in comments of its values',
    { '../values.yaml': `${IN_COMMENTS}o: 1\n`, 'p.yaml': `${HUB_DECIDES}${SECRET}data: {a: {{ .Values.o | replace "#" "" }}}\n{{ end }}` },
  ],
  ['comments in a value that it prints as they are', { ...COMMENTED, 'p.yaml': `${HUB_DECIDES}{{ .Values.o }}\n---\n${SECRET}{{ end }}` }],
  [
    'comments in a value, and another one that it changes',
    { ...COMMENTED, 'p.yaml': `${HUB_DECIDES}{{ regexReplaceAll "a" .Values.b "" }}\n---\n${SECRET}{{ end }}` },
  ],
  [
    'a README with an example, and another file',
    { '../README.md': PLACEMENT, '../a.txt': 'a', 'p.yaml': `${HUB_DECIDES}{{ .Files.Get "a.txt" }}{{ end }}` },
  ],
  [
    'a file with comments that it reads as they are',
    { '../o.txt': IN_COMMENTS, 'p.yaml': `${HUB_DECIDES}{{ .Files.Get "o.txt" }}{{ end }}` },
  ],
  [
    'a description that names a kind',
    {
      '../Chart.yaml': 'name: kubernetes-fleet-shop\ndescription: It makes a ClusterResourcePlacement.\n',
      'p.yaml': `${HUB_DECIDES}${SECRET}data: {a: {{ .Chart.Description | quote }}}\n{{ end }}`,
    },
  ],
  [
    'a name about KubeFleet, and a computed kind',
    {
      '../Chart.yaml': 'name: kubernetes-fleet-shop\n',
      'p.yaml': `${HUB_DECIDES}apiVersion: apps/v1\nkind: {{ .Values.kind }}\nmetadata: {name: {{ .Chart.Name }}}\n{{ end }}`,
    },
  ],
  ['a condition in a comment', { 'p.yaml': `{{/* As in {{ if .Release.IsUpgrade }} or lookup "a" */}}\n${PLACEMENT}` }],
  ['a condition in a comment that removes blanks', { 'p.yaml': `{{- /* {{ if lookup "a" }} */ -}}\n${PLACEMENT}` }],
])('what no hub decides about is evaluated: %s', async (_, files) => {
  expect(await isEvaluated({ '_h.tpl': LABELS, ...files })).toBe(true);
});

test.each([
  ['# {{ if lookup "v1" "Secret" "s" "x" }}', '# {{ end }}'],
  ['{{/* a */}}{{ if lookup "v1" "Secret" "s" "x" }}', '{{ end }}{{/* b */}}'],
  [`{{ "{{/*" }}{{ if lookup "v1" "Secret" "s" "x" }}`, '{{ end }}{{ "*/}}" }}'],
  ['{{ `{{/*` }}{{ if lookup "v1" "Secret" "s" "x" }}', '{{ end }}{{ `*/}}` }}'],
  [`{{ '"' }}{{/* " */}}{{ if lookup "v1" "Secret" "s" "x" }}`, '{{ end }}'],
])('a condition that helm executes is not in a comment of a template: %s', async (before, after) => {
  expect(await isEvaluated({ 'p.yaml': `${before}\n${PLACEMENT}${after}\n` })).toBe(false);
});

/** Whether all that may be of KubeFleet in a chart is evaluated. */
async function isEvaluated(files: Readonly<Record<string, string>>): Promise<boolean> {
  const [names, sources] = await sourcesOf(files);
  const ofChart = new Set([...names].filter((name) => /\/templates\/|(?:values|Chart)\.yaml$/.test(name)));
  const rest = names.difference(ofChart);
  const texts = [...ofChart].map((name) => sources.text(name) ?? '');
  const readable = readableObjects(rest, sources, texts, CHART);
  const decoded = decodedObjects(rest, sources, texts, CHART);
  const data = dataIn(rest, sources, texts, CHART);
  const templates = undecidedTemplates(ofChart, sources, CHART, 'helm template shop', true, {
    readable: new Map([...readable, ...decoded]),
  });
  const content = undecidedContent(ofChart, sources, {
    ...RENDERED,
    isReadingFleet: readable.size + decoded.size > 0,
    isReadingComments: data.values().some(commentsHoldFleet),
    isReleaseKnown: true,
  });
  return templates.every(({ fleetObject }) => fleetObject !== true) && content.every(({ isOfFleet }) => isOfFleet !== true);
}

/** @param isPlaced whether a placement selects what the chart deploys */
async function contentOf(files: Readonly<Record<string, string>>, isPlaced: boolean): Promise<ReturnType<typeof undecidedRemarks>> {
  const [names, sources] = await sourcesOf(files);
  const undecidedOf = undecidedContent(names, sources, RENDERED);
  const rendering = { kind: 'rendered', read: NOTHING_READ, files: names, undecided: undecidedOf } as const;
  return undecidedRemarks(
    [{ overlay: CHART, rendering, fleetFiles: [] }],
    () => isPlaced,
    () => [],
  );
}
