import { describe, expect, test } from 'vitest';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { applyKustomizations } from '../../../src/static/read/kustomize/apply-kustomizations.ts';
import { parseKustomization } from '../../../src/static/read/kustomize/kustomization.ts';

const POD = 'spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}\n';

describe('a file with an object that has only one of apiVersion and kind', () => {
  test.each([
    ['no kind', `apiVersion: apps/v1\nmetadata: {name: web, namespace: shop}\n${POD}`, 'has no kind'],
    ['no apiVersion', `kind: Deployment\nmetadata: {name: web}\n${POD}`, 'has no apiVersion'],
    ['`Kind`', `apiVersion: apps/v1\nKind: Deployment\nmetadata: {name: web}\n${POD}`, 'has no kind'],
    ['`apiversion`', `apiversion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n${POD}`, 'has no apiVersion'],
    ['`ApiVersion` and `Kind`', `ApiVersion: apps/v1\nKind: Deployment\nmetadata: {name: web}\n${POD}`, 'has no apiVersion and no kind'],
    ['an empty kind', `apiVersion: v1\nkind:\nmetadata: {name: shop}\n`, 'has no kind'],
    ['an empty text as apiVersion', 'apiVersion: ""\nkind: ConfigMap\nmetadata: {name: a}\n', 'has no apiVersion'],
    ['an empty text as kind', 'apiVersion: v1\nkind: ""\nmetadata: {name: a}\n', 'has no kind'],
    ['a number as kind', 'apiVersion: v1\nkind: 5\nmetadata: {name: a}\n', 'has no kind'],
    ['data and no kind', 'apiVersion: v1\nmetadata: {name: a}\ndata: {a: b}\n', 'has no kind'],
    ['rules and no apiVersion', 'kind: Role\nmetadata: {name: a}\nrules: []\n', 'has no apiVersion'],
    ['a comment of JSON', `{"apiVersion": "v1",\n// comment\n"kind": "ConfigMap", "metadata": {"name": "a"}}`, 'has no kind'],
  ])('is a fault, because kubectl refuses it: %s', (_, text, says) => {
    const { problems, notEvaluated } = parseManifests(text, 'f.yaml');
    expect(problems).toMatchObject([{ rule: 'yaml-syntax', message: expect.stringContaining(says) as string }]);
    expect(notEvaluated).toHaveLength(1);
  });

  test.each([
    ['a patch without a name', 'kind: Deployment\nspec: {replicas: 1}\n'],
    ['values of a chart', 'kind: Deployment\nmetadata: {name: web}\nreplicaCount: 2\nimage: {tag: a}\n'],
    ['a part of an OpenAPI document', 'kind: Service\nmetadata: {name: a}\nproperties: {}\n'],
    ['a pipeline', 'kind: pipeline\nmetadata: {name: a}\nsteps: []\n'],
    ['a workload of another program', 'apiVersion: score.dev/v1b1\nmetadata: {name: a}\ncontainers: {}\n'],
    ['a chart', 'apiVersion: v2\nname: a\nversion: 1.0.0\n'],
    ['settings with misspelt keys', 'ApiVersion: v1\nKind: Deployment\nmetadata: {name: a}\nimage: {tag: a}\n'],
    ['a custom resource', 'kind: Widget\nmetadata: {name: a}\nspec: {}\n'],
    ['fields that no kind of the version has', 'apiVersion: v1\nmetadata: {name: a}\nservices: []\n'],
  ])('is not a fault if it may be for another program: %s', (_, text) => {
    expect(parseManifests(text, 'f.yaml').problems).toEqual([]);
  });

  test('is not a fault in a patch of a kustomization, whose target has the rest', () => {
    const read = parseManifests('kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n', 'k/patch.yaml');
    const after = (text: string): number => {
      const kustomization = parseKustomization(text, 'k/kustomization.yaml');
      return applyKustomizations(read, new Map(kustomization === undefined ? [] : [['k', kustomization]]), new Map()).problems.length;
    };
    expect(after('patches: [{path: patch.yaml, target: {kind: Deployment}}]\n')).toBe(0);
    expect(after('resources: [patch.yaml]\n')).toBe(1);
  });
});
