import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleInto } from '../support/bundled.ts';
import { largeTree } from '../support/large-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Writes to a file which parts of Node were loaded while V8 could have ended the judgement. */
const NOTES_LOADED = `
  const { appendFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { runInThisContext } = Script.prototype;
  Script.prototype.runInThisContext = function (options) {
    if (options?.timeout === undefined) return runInThisContext.call(this, options);
    const before = new Set(process.moduleLoadList);
    const result = runInThisContext.call(this, options);
    appendFileSync(process.env.NOTES, JSON.stringify(process.moduleLoadList.filter((part) => !before.has(part))) + '\\n');
    return result;
  };
`;

it.each([
  [['lint', 'tree']],
  [['lint', 'tree', '--format', 'json']],
  [['lint', 'tree', '--plan', '--clusters', 'tree', '--format', 'sarif']],
  [['plan', 'tree', '--format', 'markdown']],
])(
  '%j loads no part of Node where V8 may end it, as that part would stay half loaded',
  async (argv) => {
    const folder = temporaryFolder();
    await bundleInto(folder);
    const notes = join(folder, 'notes');
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'notes-loaded.js'), NOTES_LOADED);
    mkdirSync(join(folder, 'tree'));
    for (const [at, { text }] of [...largeTree(10)].entries()) writeFileSync(join(folder, 'tree', `${at}.yaml`), text);
    const env = { ...process.env, CI: 'true', NOTES: notes };
    // Node gives a child sockets for its outputs, for which it makes streams, as for a terminal.
    const child = spawn(process.execPath, ['--require', join(folder, 'notes-loaded.js'), join(folder, 'src/cli.js'), ...argv], {
      cwd: folder,
      env,
    });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
    expect(readFileSync(notes, 'utf8')).toBe('[]\n');
  },
  60_000,
);
