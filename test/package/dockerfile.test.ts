/** What the images are made of, if nothing can build them; `npm run test:all -- --project image` builds and runs them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { basesOf, instructionsOf, type Instruction } from '../support/dockerfile.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const instructions = instructionsOf(ROOT);
const stages = stagesOf(instructions);
const SHIPPED = ['tools', 'fleet-gate'] as const;

test('the base of each image has a fixed version, none of which is `latest`', () => {
  for (const base of Object.values(basesOf(ROOT)))
    expect(base).toMatch(/^[\w.-]+\.[a-z0-9]+\/[\w./-]+:(?!latest)[\w.-]*\d[\w.-]*$|:nonroot$/);
  const from = instructions.filter(({ keyword }) => keyword === 'FROM').map(({ rest }) => rest);
  expect(from).toEqual(['${BASE} AS node', '${KUSTOMIZE} AS kustomize', '${DEBIAN} AS tools', 'node AS fleet-gate']);
});

test('the build fetches nothing except packages of Debian for the image with tools', () => {
  expect(instructions.filter(({ keyword }) => keyword === 'ADD')).toEqual([]);
  const runs = [...stages].filter(([, lines]) => lines.some(({ keyword }) => keyword === 'RUN')).map(([name]) => name);
  expect(runs).toEqual(['tools']);
  expect(stages.get('tools')?.find(({ keyword }) => keyword === 'RUN')?.rest).not.toMatch(/curl|wget|https?:/);
});

test('the builder gets only the shipped bundle and the licence', () => {
  expect(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')).toBe('*\n!LICENSE\n!dist\n');
  const taken = instructions.filter(({ keyword, rest }) => keyword === 'COPY' && !rest.startsWith('--from=')).map(({ rest }) => rest);
  const both = ['LICENSE /fleet-gate/LICENSE', 'dist/ /fleet-gate/dist/'];
  expect(taken).toEqual([...both, ...both]);
});

describe.each(SHIPPED)('the image %s', (name) => {
  const lines = stages.get(name) ?? [];
  const only = (keyword: string): string[] => lines.filter((line) => line.keyword === keyword).map(({ rest }) => rest);

  test('starts the program, as user nobody, in the folder that users mount', () => {
    expect(only('USER')).toEqual(['65532:65532']);
    expect(only('WORKDIR')).toEqual(['/work']);
    const [entry = '[]', ...more] = only('ENTRYPOINT');
    expect(more).toEqual([]);
    const [node, program = ''] = JSON.parse(entry) as string[];
    expect(node).toBe('/nodejs/bin/node');
    expect(existsSync(path.join(ROOT, program.replace('/fleet-gate/', '')))).toBe(true);
  });

  test('has the labels of the Open Container Initiative', () => {
    const labels = [...(only('LABEL')[0] ?? '').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, label, value]) => [
      label,
      value,
    ]);
    expect(Object.fromEntries(labels)).toEqual({
      title: 'fleet-gate',
      description: expect.stringContaining('KubeFleet') as unknown,
      licenses: 'Apache-2.0',
      version: '${VERSION}',
      revision: '${REVISION}',
      source: '${SOURCE}',
    });
  });
});

test('both images end in the same lines', () => {
  const [tools = [], plain = []] = SHIPPED.map((name) => stages.get(name));
  expect(plain.length).toBeGreaterThan(5);
  expect(tools.slice(-plain.length)).toEqual(plain);
});

function stagesOf(lines: readonly Instruction[]): ReadonlyMap<string, readonly Instruction[]> {
  const found = new Map<string, Instruction[]>();
  let stage: Instruction[] = [];
  for (const line of lines) {
    if (line.keyword === 'FROM') found.set(line.rest.split(' AS ')[1] ?? '', (stage = []));
    else stage.push(line);
  }
  return found;
}
