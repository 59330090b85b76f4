import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Each tool in a folder of its own, so that a PATH can hold one without the others. Git ignores it. */
const CACHE = path.resolve(import.meta.dirname, '../../.cache/render');

/** Built from their modules by Go; kubectl is no module that Go installs, and is taken if it is installed. */
const MODULES = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.5',
} as const;

export type RenderTestTool = keyof typeof MODULES | 'kubectl';

/** The folder for the PATH that holds one tool; `undefined` if it was not installed, which is said. */
export function toolFolder(tool: RenderTestTool): string | undefined {
  const folder = folderOf(tool);
  if (existsSync(path.join(folder, tool))) return folder;
  process.stdout.write(`skipped: ${tool} is not installed (npm run test:render installs kustomize and helm where Go is)\n`);
  return undefined;
}

/**
 * Installs what is missing: minutes the first time. What cannot be installed is said, and its tests are skipped.
 * @param say told what is done
 */
export async function installTools(say: (line: string) => void): Promise<void> {
  for (const [tool, module] of Object.entries(MODULES) as [keyof typeof MODULES, string][]) {
    const folder = folderOf(tool);
    if (existsSync(path.join(folder, tool))) continue;
    say(`installing ${module}; some minutes when nothing is cached`);
    try {
      await run('go', ['install', module], { env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '' }, maxBuffer: 64 << 20 });
    } catch (error) {
      const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
      say(
        code === 'ENOENT'
          ? `Go is not installed: ${tool} is not built`
          : `${tool} was not built: ${stderr?.trim().split('\n').at(-1) ?? String(error)}`,
      );
    }
  }
  const kubectl = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .find((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'kubectl')));
  if (kubectl === undefined || existsSync(path.join(folderOf('kubectl'), 'kubectl'))) return;
  mkdirSync(folderOf('kubectl'), { recursive: true });
  symlinkSync(path.join(kubectl, 'kubectl'), path.join(folderOf('kubectl'), 'kubectl'));
}

const run = promisify(execFile);

function folderOf(tool: RenderTestTool): string {
  const version = tool === 'kubectl' ? '' : `-${MODULES[tool].slice(MODULES[tool].indexOf('@') + 1)}`;
  return path.join(CACHE, `${tool}${version}`);
}
