import type { Plugin } from 'rolldown';

/**
 * Has a bundle of CommonJS load each part, Node's own and other chunks, when something of it is used for the first time. A module of ours does
 * nothing when it is loaded but define, so that the order does not matter.
 */
export function loadLate(): Plugin {
  return { name: 'load-late', renderChunk: (code) => ({ code: lateRequires(code), map: null }) };
}

/** `let a = require("b"); a.c()` as `let a; (a ??= require("b")).c()`. What is used as a whole stays as it is. */
export function lateRequires(code: string): string {
  let late = code;
  for (const [declaration, name = '', call = ''] of code.matchAll(REQUIRED)) {
    if (name === RUNTIME) continue;
    // Not the field of another object, but what is spread.
    const uses = new RegExp(String.raw`(?<![\w$])(?<!(?<!\.\.)\.)${name.replaceAll('$', String.raw`\$`)}(?![\w$])(\.)?`, 'g');
    const [before = '', ...after] = late.split(declaration);
    const rest = [before, after.join(declaration)];
    if (rest.some((text) => text.matchAll(uses).some(([, dot]) => dot === undefined))) continue;
    late = rest.map((text) => text.replaceAll(uses, () => `(${name} ??= ${call}).`)).join(`let ${name};`);
  }
  return late;
}

const REQUIRED = /^(?:let|const) ((?:node|require)_[\w$]+) = (require\("[^"]+"\));$/gm;
/** Small, and what makes the others what they are. */
const RUNTIME = 'require_rolldown_runtime';
