import { expect, it } from 'vitest';
import { withPlainExports } from '../../scripts/plain-exports.ts';

const getter = (name: string, value: string): string =>
  `Object.defineProperty(exports, "${name}", {\n  enumerable: true,\n  get: function () {\n    return ${value};\n  }\n});\n`;

it('hands out what is fixed as values, and what may change by its getter', () => {
  const code = 'function f() {}\nconst $a = 1;\nvar B = class {};\nvar c = 1;\nlet d$1 = 2;\nfunction g() {\n\tconst c = 1;\n}\n';
  const exported = ['f', '$a', 'B', 'c'].map((name) => getter(name, name)).join('') + getter('d', 'd$1');
  expect(withPlainExports(code + exported, 'a.js')).toBe(
    `${code}module.exports = {\n  "f": f,\n  "$a": $a,\n  "B": B,\n  get "c"() { return c; },\n  get "d"() { return d$1; }\n};\n`,
  );
});

it('leaves what exports nothing as it is', () => expect(withPlainExports('f();\n', 'a.js')).toBe('f();\n'));

it('refuses a chunk that keeps the exports of another one from its start', () => {
  const loads = 'const require_b = require("./b.js");\nf(require_b);\n';
  expect(() => withPlainExports(loads + getter('f', 'f'), 'a.js')).toThrow(
    'a.js loads another chunk as a whole: const require_b = require("./b.js");',
  );
});

it('makes modules that are loaded as a whole without a helper, and loads that only for what else it is needed', () => {
  const runtime = 'const require_rolldown_runtime = require("./rolldown-runtime.js");\n';
  const one = 'var a = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ f: () => f });\n';
  const two = 'var b = /* @__PURE__ */ require_rolldown_runtime.__exportAll({\n\t$g: () => $g,\n\th: () => require_c.h\n});\n';
  const plain = 'var a = { get f() { return f; } };\nvar b = {\n\tget $g() { return $g; },\n\tget h() { return require_c.h; }\n};\n';
  expect(withPlainExports(runtime + one + two, 'a.js')).toBe(plain);
  const other = 'var d = require_rolldown_runtime.__toESM(e);\n';
  expect(withPlainExports(runtime + one + two + other, 'a.js')).toBe(runtime + plain + other);
});
