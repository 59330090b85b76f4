/** Runs once before the tests of this folder. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderOf, MODULES } from './tools.ts';

const run = promisify(execFile);

/** Installs kustomize and helm with Go, which takes minutes the first time. Says what it cannot install; those tests are skipped. */
export async function setup(): Promise<void> {
  for (const [tool, module] of Object.entries(MODULES) as [keyof typeof MODULES, string][]) {
    const folder = folderOf(tool);
    if (existsSync(path.join(folder, tool))) continue;
    process.stdout.write(`installing ${module}; some minutes if nothing is cached\n`);
    try {
      await run('go', ['install', module], { env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '' }, maxBuffer: 64 << 20 });
    } catch (error) {
      const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
      const why = code === 'ENOENT' ? 'Go is not installed' : (stderr?.trim().split('\n').at(-1) ?? String(error));
      process.stdout.write(`${tool} was not built: ${why}\n`);
    }
  }
  const kubectl = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .find((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'kubectl')));
  if (kubectl === undefined || existsSync(path.join(folderOf('kubectl'), 'kubectl'))) return;
  mkdirSync(folderOf('kubectl'), { recursive: true });
  symlinkSync(path.join(kubectl, 'kubectl'), path.join(folderOf('kubectl'), 'kubectl'));
}
