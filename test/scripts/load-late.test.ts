import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lateRequires } from '../../scripts/load-late.ts';
import { bundleInto } from '../support/bundled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each([
  ['a call', 'let node_fs = require("node:fs");\nnode_fs.a();', 'let node_fs;\n(node_fs ??= require("node:fs")).a();'],
  [
    'what is spread',
    'const require_a = require("./a.js");\nf(...require_a.b);',
    'let require_a;\nf(...(require_a ??= require("./a.js")).b);',
  ],
  ['a longer name', 'let node_fs = require("node:fs");\nnode_fs$1.a(node_fsx.b);', 'let node_fs;\nnode_fs$1.a(node_fsx.b);'],
  ['a field of that name', 'let node_fs = require("node:fs");\na.node_fs.b();', 'let node_fs;\na.node_fs.b();'],
])('%s', (_, code, late) => expect(lateRequires(code)).toBe(late));

it.each([
  ['what is used as a whole', 'let node_fs = require("node:fs");\nf(node_fs, node_fs.a);'],
  ['what makes modules of others', 'const require_rolldown_runtime = require("./r.js");\nrequire_rolldown_runtime.a();'],
  ['what is loaded within a function', 'function f() {\n\tconst node_fs = require("node:fs");\n\tnode_fs.a();\n}'],
])('%s stays as it is', (_, code) => expect(lateRequires(code)).toBe(code));

it('each part of the bundle can be the first one that is loaded', async () => {
  const folder = temporaryFolder();
  await bundleInto(folder);
  const program = `
    const { readdirSync } = require('node:fs');
    process.on('warning', ({ message }) => { process.stdout.write(message); process.exitCode = 1; });
    const parts = readdirSync('chunks');
    for (const part of parts) {
      for (const file of Object.keys(require.cache)) delete require.cache[file];
      require('./chunks/' + part);
    }
    process.stdout.write(parts.length > 20 ? 'all' : 'few');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--eval', program], { cwd: join(folder, 'src'), encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, 'all', '']);
}, 60_000);
