/** A script that applies Flux or Argo CD's objects starts deployers on the cluster to which it applies the rest. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/process/run-cli.ts';
import { application, flux, kubeConfig, repository } from '../tree/app-and-placement.ts';

const OWN = 'https://kubernetes.default.svc';
const PLACEMENT = '-k fleet/placements';
const FLUX = { 'flux/a.yaml': flux('a', 'apps/store') };
const ARGO = { 'argo/a.yaml': application('a', 'apps/store', OWN) };
const script = (...lines: readonly string[]): Record<string, string> => ({ 'deploy.sh': `${lines.join('\n')}\n` });

/** The exit code of lint: 6 if it is not known whether the app and its placement are for one hub. */
async function linted(files: Readonly<Record<string, string>>): Promise<number> {
  const { dir } = repository(files);
  return (await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml'])).exitCode;
}

describe('the app and its placement are for one hub', () => {
  it.each<[string, Record<string, string>]>([
    ['Flux', { ...FLUX, ...script(`kubectl apply ${PLACEMENT}`, 'kubectl apply -f flux') }],
    ['Argo CD', { ...ARGO, ...script(`kubectl apply ${PLACEMENT}`, 'kubectl apply -f argo') }],
    ['one context', { ...FLUX, ...script(`kubectl --context a apply ${PLACEMENT}`, 'kubectl --context a apply -f flux/a.yaml') }],
    [
      'a deployer of deployers',
      { ...FLUX, 'root.yaml': flux('root', 'flux'), ...script(`kubectl apply ${PLACEMENT}`, 'kubectl apply -f root.yaml') },
    ],
    [
      'a deployer beside one for another cluster',
      { ...FLUX, 'flux/b.yaml': flux('b', 'other', kubeConfig('b')), ...script(`kubectl apply ${PLACEMENT}`, 'kubectl apply -f flux') },
    ],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(0);
  });
});

describe('the app and its placement may be for two hubs', () => {
  it.each<[string, Record<string, string>]>([
    ['two contexts', { ...FLUX, ...script(`kubectl --context a apply ${PLACEMENT}`, 'kubectl --context b apply -f flux') }],
    ['two scripts', { ...ARGO, ...script(`kubectl apply ${PLACEMENT}`), 'argo.sh': 'kubectl apply -f argo\n' }],
    [
      'Flux for another cluster',
      { 'flux/a.yaml': flux('a', 'apps/store', kubeConfig('b')), ...script(`kubectl apply ${PLACEMENT}`, 'kubectl apply -f flux') },
    ],
    ['Argo CD for another cluster', { 'argo/a.yaml': application('a', 'apps/store'), ...script(`kubectl apply ${PLACEMENT} -f argo`) }],
    [
      'deployers for two clusters',
      { ...FLUX, ...script(`kubectl --context a apply ${PLACEMENT} -f flux`, 'kubectl --context b apply -f flux') },
    ],
    [
      'deployers that a script for another cluster applies as well',
      {
        ...FLUX,
        ...script(`kubectl --context a apply ${PLACEMENT}`, ...['a', 'b'].map((name) => `kubectl --context ${name} apply -f flux`)),
      },
    ],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(6);
  });
});
