/** Names of files that may contain manifests. */
export const MANIFEST = /\.(?:ya?ml|json)$|(?:^|[/\\])Kustomization$/i;

/** Whether a folder of that name is not searched for manifests. */
export function isHiddenFolder(name: string): boolean {
  return name === PACKAGES || (/^\.(?!\.?$)/.test(name) && name !== '.github');
}

/** The folder in which package managers of JavaScript install packages. */
export const PACKAGES = 'node_modules';
