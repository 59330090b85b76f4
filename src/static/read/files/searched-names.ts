import { extname } from 'node:path';

/** Names of files that may contain manifests. */
export const MANIFEST = /\.(?:ya?ml|json)$|(?:^|[/\\])Kustomization$/i;

/**
 * Whether kubectl, Flux and Argo CD take a file from a folder that they are given: not one whose ending has capital letters. Source:
 * k8s.io/cli-runtime `pkg/resource/builder.go`, FileExtensions.
 */
export function isTakenFromFolder(file: string): boolean {
  const ending = extname(file);
  return ENDINGS.has(ending) || !ENDINGS.has(ending.toLowerCase());
}

const ENDINGS = new Set(['.yaml', '.yml', '.json']);

/** Whether a folder of that name is not searched for manifests. */
export function isHiddenFolder(name: string): boolean {
  return name === PACKAGES || (/^\.(?!\.?$)/.test(name) && !isPipelineFolder(name));
}

/** Whether a hidden folder of that name has the pipelines of a CI system, from which manifests are deployed. */
export function isPipelineFolder(name: string): boolean {
  return PIPELINES.test(name);
}

const PIPELINES = /^\.(?:github|gitlab|gitea|forgejo|azure-?devops|(?:azure-?)?pipelines|circleci|buildkite|woodpecker)$/;

/** The folder in which package managers of JavaScript install packages. */
export const PACKAGES = 'node_modules';
