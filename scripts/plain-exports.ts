import type { Plugin } from 'rolldown';

/**
 * Has a chunk of CommonJS hand out what it exports as values of one object. A bundle has a getter for each, and V8 looks up more than a hundred
 * getters in a table, at each call of a function of another chunk. A module that is loaded as a whole is an object as well, without the file
 * that the bundler has for making one.
 */
export function plainExports(): Plugin {
  return { name: 'plain-exports', renderChunk: (code, { fileName }) => ({ code: withPlainExports(code, fileName), map: null }) };
}

/**
 * What is assigned later, if anything, keeps its getter.
 * @throws {Error} the chunk loads another one before it defines what it exports: it would keep an object that the other one gives up
 */
export function withPlainExports(bundled: string, file: string): string {
  const code = withPlainModules(bundled);
  const [eager] = code.match(EAGER) ?? [];
  if (eager !== undefined) throw new Error(`${file} loads another chunk as a whole: ${eager}`);
  const getters = [...code.matchAll(GETTER)];
  if (getters.length === 0) return code;
  const members = getters.map(([, name = '', value = '']) =>
    isFixed(value, code) ? `${JSON.stringify(name)}: ${value}` : `get ${JSON.stringify(name)}() { return ${value}; }`,
  );
  return `${code.replaceAll(GETTER, '').trimEnd()}\nmodule.exports = {\n  ${members.join(',\n  ')}\n};\n`;
}

const GETTER =
  /^Object\.defineProperty\(exports, "([^"]+)", \{\s+enumerable: true,\s+get: function \(\) \{\s+return ([\w$]+);\s+\}\s+\}\);\n?/gm;
/** The small file that makes the others what they are defines before it is asked. */
const EAGER = /^(?:let|const|var) (?!require_rolldown_runtime)[\w$]+ = require\("\.[^"]+"\);?$/m;

function withPlainModules(code: string): string {
  const plain = code.replaceAll(MODULE, (_, members: string) => `{${members.replaceAll(MEMBER, 'get $1() { return $2; }')}}`);
  return plain.includes(`${RUNTIME}.`) ? plain : plain.replace(`const ${RUNTIME} = require("./rolldown-runtime.js");\n`, '');
}

const RUNTIME = 'require_rolldown_runtime';
const MODULE = /\/\* @__PURE__ \*\/ require_rolldown_runtime\.__exportAll\(\{([^{}]*)\}\)/g;
const MEMBER = /([\w$]+): \(\) => ([^,\n]*[^,\s])/g;

/** Whether a name surely keeps the value that it has when its file was loaded. The bundler writes our classes as variables. */
function isFixed(name: string, code: string): boolean {
  const escaped = name.replaceAll('$', String.raw`\$`);
  return new RegExp(String.raw`^(?:(?:async )?function\*?|const|class|(?:var|let)(?= [\w$]+ = class\b)) ${escaped}(?![\w$])`, 'm').test(
    code,
  );
}
