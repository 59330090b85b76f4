/** What is done once must not be done again for each object: such work grows with the square of the tree. */
import { afterEach, expect, test, vi } from 'vitest';
import { referenceKeyMissing } from '../../../src/static/rules/reference-key-missing.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('the text of a List is searched as often for 100 objects as for 10', () => {
  const searched = (count: number): number => {
    const items = times(
      count,
      (index) => `  - {apiVersion: v1, kind: ConfigMap, metadata: {name: c${index}}, data: {a: "$(A) kubectl patch"}}\n`,
    );
    const text = `apiVersion: v1\nkind: List\nitems:\n${items.join('')}`;
    return callsOf(vi.spyOn(RegExp.prototype, 'test'), ([given]) => given === text, text);
  };
  expect(searched(10)).toBeGreaterThan(0);
  expect(searched(100)).toBe(searched(10));
});

test('the keys of a ConfigMap are listed as often for 100 variables of a workload as for 10', () => {
  const listed = (count: number): number => {
    const keys = times(count, (index) => `key-${index}`);
    const text = `${NAMESPACE}---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data:
${keys.map((key) => `  ${key}: value\n`).join('')}---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx
          env:
${keys.map((key) => `            - {name: ${key}, valueFrom: {configMapKeyRef: {name: settings, key: ${key}}}}\n`).join('')}`;
    return callsOf(vi.spyOn(Object, 'keys'), ([given]) => Object.hasOwn(given, 'key-0'), text);
  };
  expect(listed(10)).toBeGreaterThan(0);
  expect(listed(100)).toBe(listed(10));
});

const NAMESPACE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;

/** The number of calls with these arguments while a text is checked. */
function callsOf<Args extends readonly unknown[]>(
  spy: { readonly mock: { readonly calls: readonly Args[] }; mockRestore(): void },
  isSo: (args: Args) => boolean,
  text: string,
): number {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }] }, [referenceKeyMissing]);
  const count = spy.mock.calls.filter(isSo).length;
  spy.mockRestore();
  expect(findings).toEqual([]);
  return count;
}

function times<T>(length: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length }, (_, index) => make(index));
}
