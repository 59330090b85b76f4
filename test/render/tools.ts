import { existsSync } from 'node:fs';
import path from 'node:path';

/** Each tool in a folder of its own, so that a PATH can hold one without the others. Git ignores it. */
const CACHE = path.resolve(import.meta.dirname, '../../.cache/render');

/** Built from their modules by Go. kubectl cannot be installed by Go, and is used if it is installed. */
export const MODULES = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.5',
} as const;

export type RenderTestTool = keyof typeof MODULES | 'kubectl';

/** The folder for the PATH that holds one tool; `undefined` if it was not installed, which is said. */
export function toolFolder(tool: RenderTestTool): string | undefined {
  const folder = folderOf(tool);
  if (existsSync(path.join(folder, tool))) return folder;
  process.stdout.write(`skipped: ${tool} is not installed (the project render installs kustomize and helm if Go is installed)\n`);
  return undefined;
}

/** Whether or not it is installed there. */
export function folderOf(tool: RenderTestTool): string {
  const version = tool === 'kubectl' ? '' : `-${MODULES[tool].slice(MODULES[tool].indexOf('@') + 1)}`;
  return path.join(CACHE, `${tool}${version}`);
}
