import { loadGoPatterns } from '../../../../src/admission/go-pattern.ts';
import { isDeepStrictEqual } from 'node:util';
import { applyKustomizations } from '../../../../src/static/read/kustomize/apply-kustomizations.ts';
import {
  directoryOf,
  isKustomization,
  parseKustomization,
  type Kustomization,
} from '../../../../src/static/read/kustomize/kustomization.ts';
import { parseManifests } from '../../../../src/static/read/parse-manifests.ts';
import { joinResults, type ReadResult } from '../../../../src/static/read/read-result.ts';
import { kustomizeReferences } from '../../../../src/static/read/render/kustomize-references.ts';
import { allOverlays, renderable } from '../../../../src/static/read/render/find-overlays.ts';
import { kustomizationValue } from '../../../../src/static/read/kustomize/kustomization.ts';
import { manifestTexts } from '../corpus.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedText } from '../mutate-text.ts';

export const target: FuzzTarget = {
  name: 'kustomizations',
  about: 'mutated kustomizations over mutated manifests: each manifest is judged, reported, or a patch; a second run has the same result',
  all: 3_000,
  share: 25,
  async start() {
    await loadGoPatterns();
    const texts = manifestTexts();
    return (random) => {
      const kustomization = (): string =>
        random.oneIn(4) ? random.pick(KUSTOMIZATIONS) : mutatedText(random.pick(KUSTOMIZATIONS), KUSTOMIZATIONS, random);
      const input = new Map([
        ['kustomization.yaml', kustomization()],
        ['base/kustomization.yaml', kustomization()],
        ['base/a.yaml', random.oneIn(2) ? random.pick(texts) : mutatedText(random.pick(texts), texts, random)],
        ['a.yaml', random.pick(texts)],
        ['Chart.yaml', random.pick(KUSTOMIZATIONS)],
      ]);
      return { input, judge: () => judge(input) };
    };
  },
};

const KUSTOMIZATIONS = [
  'resources: [base, a.yaml]\nnamespace: shop\n',
  'kind: Component\nresources:\n  - a.yaml\npatches:\n  - target: {kind: ClusterResourcePlacement, name: shop.*}\n    path: a.yaml\n',
  'bases: [.., ../base]\ncomponents: [../base]\npatchesStrategicMerge:\n  - a.yaml\n  - |\n    kind: Namespace\n    metadata: {name: shop}\n',
  'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamePrefix: p-\ncommonLabels: {a: b}\nreplacements: [{path: x.yaml}]\nhelmCharts: [{name: c, version: 1.0.0}]\nconfigMapGenerator: [{name: c, files: [a=b.txt]}]\n',
];

function judge(texts: ReadonlyMap<string, string>): void {
  const one = treated(texts);
  must(isDeepStrictEqual(told(one), told(treated(texts))), 'read twice it is another tree');
  for (const { file, line } of one.notEvaluated)
    must(line >= 1 && line <= (texts.get(file) ?? '').split('\n').length, `${file}:${line} is not in the text`);
}

function treated(texts: ReadonlyMap<string, string>): ReadResult {
  const read = joinResults([...texts].map(([file, text]) => parseManifests(text, file)));
  const kustomizations = new Map<string, Kustomization>();
  for (const [file, text] of texts) {
    const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
    if (parsed !== undefined) kustomizations.set(directoryOf(file), parsed);
    kustomizeReferences(kustomizationValue(text) ?? {});
  }
  allOverlays(renderable(texts, kustomizations));
  return applyKustomizations(read, kustomizations, texts);
}

function told({ manifests, notEvaluated }: ReadResult): unknown {
  return [notEvaluated, manifests.map(({ object, namespace, unresolved, overlay }) => [object, namespace, unresolved, overlay])];
}
