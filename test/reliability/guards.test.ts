/**
 * A template of a chart whose objects of KubeFleet depend on what a rendering does not know is not evaluated, however the condition is
 * written.
 */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { undecidedTemplates } from '../../src/static/read/render/charts/undecided-templates.ts';
import { undecidedContent } from '../../src/static/read/render/charts/undecided-content.ts';
import { undecidedRemarks } from '../../src/static/read/render/charts/undecided-remarks.ts';
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
