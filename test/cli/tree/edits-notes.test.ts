import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const TREE = { 'fleet/ns.yaml': namespaceYaml('shop'), 'fleet/crp.yaml': placementYaml('shop') };
const APPLIED = 'kubectl apply -f fleet\n';

async function notesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { exitCode, report } = await runCli(gitRepository(files).dir, ['lint', '.', '--render-with', 'off']);
  expect(exitCode).toBe(0);
  return (report?.notes ?? []).filter((note) => note.includes('by command'));
}

test.each<readonly [script: string, named: readonly string[]]>([
  ['kubectl set image deployment/web web=x:2 -n shop', ['kubectl set image']],
  ['kubectl -n shop set env deployment/web A=b', ['kubectl set env']],
  ['kubectl patch deployment web -n shop -p "{}"', ['kubectl patch deployment']],
  ['kubectl scale --replicas=0 deployment/web --namespace=shop', ['kubectl scale deployment']],
  ['kubectl scale --replicas 0 deploy web', ['kubectl scale deploy']],
  ['kubectl autoscale deployment web --max=3', ['kubectl autoscale deployment']],
  ['kubectl rollout restart deployment/web -n "$NS"', ['kubectl rollout restart']],
  ['kubectl expose deployment web --port=80 -n shop', ['kubectl expose deployment']],
  ['kubectl create configmap a --from-file=x -n shop', ['kubectl create configmap']],
  ['kubectl create secret generic a -n shop --dry-run=client -o yaml | kubectl apply -f -', ['kubectl create secret']],
  ['kubectl set image -f web.yaml --local -o yaml w=x:2 | kubectl apply -f -', ['kubectl set image']],
  ['kubectl label membercluster europe-1 region=eu', ['kubectl label membercluster']],
  ['kubectl fleet draincluster --hub-cluster-context hub --cluster-name europe-1', ['kubectl fleet draincluster']],
  ['kubectl --kubeconfig hub.yaml fleet uncordoncluster --cluster-name europe-1', ['kubectl fleet uncordoncluster']],
  ['kubectl draincluster --hubClusterContext hub --clusterName europe-1', ['kubectl draincluster']],
  ['./bin/kubectl-fleet draincluster --cluster-name europe-1', ['kubectl fleet draincluster']],
  ['kubectl-uncordoncluster --clusterName europe-1', ['kubectl uncordoncluster']],
  ['kapp deploy -y -a shop -f fleet --into-ns other', ['kapp deploy --into-ns']],
  ['kapp deploy -y -a shop -f fleet --map-ns=shop=other', ['kapp deploy --map-ns']],
  ['kapp deploy -y -a shop -f fleet --filter-kind Namespace', ['kapp deploy --filter-kind']],
  ['kapp delete -y -a shop -n apps', ['kapp delete']],
  ["KUBE_EDITOR='sed -i s/a/b/' kubectl edit clusterresourceplacement shop", ['kubectl edit clusterresourceplacement']],
  ['az fleet member update -g g --fleet-name f --name m1 --labels env=dev', ['az fleet member update']],
  ['az fleet member delete -g g --fleet-name f --name m1 --yes', ['az fleet member delete']],
  ['az fleet member list -g g --fleet-name f', []],
  ['kubectl edit pod a', []],
  ['kpt fn render fleet -o unwrap | kubectl apply -f -', ['kpt fn render']],
  ['kpt fn render fleet\nkpt live apply fleet', ['kpt fn render']],
  ['kpt live destroy fleet', ['kpt live destroy']],
  ['kapp deploy -y -a shop -f fleet -n apps --diff-changes', []],
  ['kapp inspect -a shop --filter-kind Namespace', []],
  ['kpt live apply fleet', []],
  ['kpt pkg get https://github.com/o/r fleet', []],
  ['echo kapp delete -a shop', []],
  ['kubectl patch crp shop -p "{}"', ['kubectl patch crp']],
  ['kubectl label --overwrite ns shop a=b', ['kubectl label ns']],
  ['kubectl set image deploy/a a=b\nkubectl set image deploy/b a=b\nkubectl scale deploy a', ['kubectl set image', 'kubectl scale deploy']],
  ['kubectl --context hub apply -f fleet/ns.yaml\nkubectl --context hub scale deploy web', ['kubectl scale deploy']],
  ['kubectl create ns a --dry-run=client -o yaml | kubectl apply -f -', []],
  ['kubectl create namespace shop', []],
  ['kubectl create -f fleet', []],
  ['kubectl create secret generic a -n shop --dry-run=client -o yaml > a.yaml', []],
  ['kubectl set image -f web.yaml --local -o yaml w=x:2', []],
  ['kubectl scale deployment web -n other', []],
  ['kubectl label ns other a=b', []],
  ['kubectl label node a b=c', []],
  ['kubectl run a --image=b -n shop', []],
  ['kubectl rollout status deployment/web -n shop', []],
  ['kubectl get deployment scale -n shop', []],
  ['kubectl patch clusterapprovalrequest a --subresource=status --type=merge -p "{}"', []],
  ['kubectl fleet approve clusterapprovalrequest --hub-cluster-context hub --name a', []],
  ['kubectl fleet version', []],
  ['cp kubectl-fleet /usr/local/bin/kubectl-draincluster', []],
  ['kubectl drain node-1 --ignore-daemonsets', []],
  ['echo kubectl fleet draincluster --cluster-name europe-1', []],
  ['echo kubectl scale deployment web -n shop', []],
  ['kind create cluster\nkubectl scale deployment web -n shop', []],
  ['kubectl --context hub apply -f fleet/ns.yaml\nkubectl --context member scale deploy web', []],
])('a step that changes what a placement sends is named: %j', async (script, named) => {
  const commands = named.map((command) => `\`${command}\``).join(', ');
  const text = script.startsWith('kubectl --context') || script.startsWith('kind') ? script : `${APPLIED}${script}`;
  expect(await notesOf({ ...TREE, 'deploy.sh': `${text}\n` })).toEqual(
    named.length === 0
      ? []
      : [
          `deploy.sh also changes objects by command (${commands}): what that changes on the hub was not checked, and \`plan\` does not show it.`,
        ],
  );
});

const task = (inputs: string): string => `steps: [{task: KubernetesManifest@1, inputs: {${inputs}}}]\n`;

test.each([
  ['.github/workflows/d.yml', 'on: push\njobs: {a: {runs-on: x, steps: [{run: kubectl scale deploy web}]}}\n'],
  ['.gitlab-ci.yml', 'a:\n  script: [kubectl scale deploy web]\n'],
  ['Makefile', 'a:\n\tkubectl scale deploy web\n'],
  ['Taskfile.yml', 'version: "3"\ntasks: {a: {cmds: [kubectl scale deploy web]}}\n'],
  ['azure-pipelines.yml', task('action: scale, kind: deployment, name: web, replicas: 0')],
  ['azure-pipelines.yml', task('action: patch, resourceToPatch: name, kind: crp, name: shop, patch: "{}"')],
  ['azure-pipelines.yml', task('action: patch, resourceFileToPatch: fleet/crp.yaml, patch: "{}"')],
])('the command may be in any file of steps: %s', async (file, text) => {
  expect(await notesOf({ ...TREE, [file]: text })).toEqual([expect.stringContaining(`${file} also changes objects by command`)]);
});

test.each(['action: patch, resourceToPatch: name, kind: deployment, name: web, namespace: other', 'action: reject, manifests: fleet'])(
  'a task that changes nothing of a placement is not named: %s',
  async (inputs) => {
    expect(await notesOf({ ...TREE, 'azure-pipelines.yml': task(inputs) })).toEqual([]);
  },
);

test('without a placement, no command is named', async () => {
  expect(await notesOf({ 'fleet/ns.yaml': namespaceYaml('shop'), 'deploy.sh': `${APPLIED}kubectl scale deploy web -n shop\n` })).toEqual(
    [],
  );
});
