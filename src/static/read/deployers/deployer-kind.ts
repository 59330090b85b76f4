import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';

/** The kinds of Flux and Argo CD that deploy a source. */
type DeployerKind = 'Kustomization' | 'HelmRelease' | 'Application' | 'ApplicationSet';

const GROUP: Readonly<Record<DeployerKind, string>> = {
  Kustomization: 'kustomize.toolkit.fluxcd.io',
  HelmRelease: 'helm.toolkit.fluxcd.io',
  Application: 'argoproj.io',
  ApplicationSet: 'argoproj.io',
};

/** `undefined` for an object that is not a deployer. */
export function deployerKind({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): DeployerKind | undefined {
  return isName(kind) && groupOf(apiVersion) === GROUP[kind] ? kind : undefined;
}

function isName(kind: string): kind is DeployerKind {
  return Object.hasOwn(GROUP, kind);
}
