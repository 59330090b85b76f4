/** On a phone of 390 pixels a line of code has 45 columns in a comment and 41 in a list. `npm run pictures` shows both. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { gateMatrix } from '../../src/report/markdown/gate-matrix.ts';
import { DEPTHS } from '../../src/report/markdown/depth.ts';
import { stepText } from '../../src/report/markdown/step-text.ts';
import type { GatedPlacement } from '../../src/report.ts';

const SCENES = join(import.meta.dirname, '../../fixtures/scenes');
const IN_TEXT = 45;
const IN_LIST = 41;

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly lang?: string | null | undefined;
}

describe('the commands and roles of a comment fit on a phone', () => {
  const blocks = readdirSync(SCENES)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => codeIn(fromMarkdown(readFileSync(join(SCENES, file), 'utf8')), false).map((block) => ({ file, ...block })))
    .filter(
      ({ code, lang }) => /^(?:kubectl|fleet-gate|git|az|helm|kustomize) /.test(code) || (lang === 'yaml' && /^kind: \w+Role$/m.test(code)),
    );

  test('in all golden comments', () => {
    expect(blocks.length).toBeGreaterThan(60);
    const cut = blocks.flatMap(({ file, code, inList }) =>
      code
        .split('\n')
        .filter((line) => line.length > (inList ? IN_LIST : IN_TEXT))
        .map((line) => `${file}: ${line}`),
    );
    expect(cut).toEqual([]);
  });

  test.each([
    'kubectl get crp shop -o jsonpath="{.spec.strategy.rollingUpdate}"',
    'kubectl get validatingadmissionpolicies,validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml',
    'kubectl get crd -o custom-columns="NAME:.metadata.name,WEBHOOKS:.webhooks[*].name,SERVICES:.webhooks[*].clientConfig.service.name"',
    'fleet-gate wait StagedUpdateRun/payments-and-settlements/release-of-november-2026',
  ])('also if a word is too long: %s', (command) => {
    const lines = stepText(`\`${command}\``).split('\n').slice(1, -1);
    expect(lines.filter((line) => line.length > IN_LIST)).toEqual([]);
    expect(
      lines
        .join('\n')
        .replaceAll(/ \\\n */g, ' ')
        .replaceAll('\\\n', ''),
    ).toBe(command);
  });
});

describe('the table of placements and clusters has', () => {
  const [ALL] = DEPTHS;
  if (ALL === undefined) throw new Error('there are no depths');
  const matrix = (placements: readonly string[], clusters: readonly string[]): string =>
    gateMatrix(
      placements.map(
        (name): GatedPlacement =>
          ({
            object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name },
            verdict: 'failed',
            clusters: clusters.map((cluster, index) => ({ name: cluster, verdict: index === 0 ? 'failed' : 'passed', stage: 'Available' })),
          }) as unknown as GatedPlacement,
      ),
      ALL,
    ).join('\n');

  test('a column for each cluster if they fit', () => {
    expect(matrix(['web', 'api'], ['m1', 'm2', 'm3']).split('\n')[0]).toBe('|  | <code>m1</code> | <code>m2</code> | <code>m3</code> |');
  });

  test('a row for each cluster if that fits', () => {
    expect(matrix(['web', 'api'], ['prod-westeurope-1', 'prod-westeurope-2', 'prod-westeurope-3']).split('\n')).toEqual([
      '|  | ❌ <code>crp/web</code> | ❌ <code>crp/api</code> |',
      '| --- | --- | --- |',
      '| <code>prod-westeurope-1</code> | ❌ | ❌ |',
      '| <code>prod-westeurope-2</code> | ✅ | ✅ |',
      '| <code>prod-westeurope-3</code> | ✅ | ✅ |',
    ]);
  });

  test('numbers and the clusters that failed otherwise', () => {
    const names = ['storefront', 'checkout', 'payments', 'telemetry'];
    expect(matrix(names, ['prod-westeurope-1', 'prod-westeurope-2', 'prod-westeurope-3']).split('\n').slice(0, 3)).toEqual([
      '|  | failed | open | passed |',
      '| --- | --- | --- | --- |',
      '| ❌ <code>crp/storefront</code><br>prod-westeurope-1 | 1 | 0 | 2 |',
    ]);
  });
});

function codeIn(node: Node, inList: boolean): readonly { readonly code: string; readonly lang: string; readonly inList: boolean }[] {
  if (node.type === 'code') return [{ code: node.value ?? '', lang: node.lang ?? '', inList }];
  return (node.children ?? []).flatMap((child) => codeIn(child, inList || node.type === 'list'));
}
