import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Wrap = (object: KubeObject) => unknown;

function wrapper(apiVersion: string, kind: string, content: (object: KubeObject) => object): Wrap {
  return (object) => ({ apiVersion, kind, metadata: { name: 'wrapper', namespace: 'tools' }, ...content(object) });
}

/** Objects of other projects from which their controllers create the object inside. */
export const CREATED: Readonly<Record<string, Wrap>> = {
  'an Object of Crossplane': wrapper('kubernetes.crossplane.io/v1alpha2', 'Object', (manifest) => ({
    spec: { forProvider: { manifest } },
  })),
  'a Composition of Crossplane': wrapper('apiextensions.crossplane.io/v1', 'Composition', (base) => ({ spec: { resources: [{ base }] } })),
  'a ResourceGraphDefinition of kro': wrapper('kro.run/v1alpha1', 'ResourceGraphDefinition', (template) => ({
    spec: { resources: [{ id: 'a', template }] },
  })),
  'a ResourceSet of Flux': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({ spec: { resources: [object] } })),
  'a Template of OpenShift': wrapper('template.openshift.io/v1', 'Template', (object) => ({ objects: [object] })),
  'a ManifestWork': wrapper('work.open-cluster-management.io/v1', 'ManifestWork', (object) => ({
    spec: { workload: { manifests: [object] } },
  })),
  'a policy of Kyverno': wrapper('kyverno.io/v1', 'ClusterPolicy', ({ apiVersion, kind, metadata, spec }) => ({
    spec: { rules: [{ name: 'a', generate: { apiVersion, kind, name: metadata.name, data: { spec } } }] },
  })),
  'values of a HelmRelease': wrapper('helm.toolkit.fluxcd.io/v2', 'HelmRelease', (object) => ({
    spec: { values: { extraObjects: [object] } },
  })),
  'a resource template of Argo Workflows': wrapper('argoproj.io/v1alpha1', 'Workflow', (object) => ({
    spec: { templates: [{ name: 'a', resource: { action: 'create', manifest: stringify(object) } }] },
  })),
  'a template in a Composition of Crossplane': wrapper('apiextensions.crossplane.io/v1', 'Composition', (object) => ({
    spec: { mode: 'Pipeline', pipeline: [{ step: 'a', input: { kind: 'GoTemplate', inline: { template: stringify(object) } } }] },
  })),
  'a Bundle of Rancher': wrapper('fleet.cattle.io/v1alpha1', 'Bundle', (object) => ({
    spec: { resources: [{ name: 'a', content: stringify(object) }] },
  })),
  'a template of a policy of Open Cluster Management': wrapper('policy.open-cluster-management.io/v1', 'ConfigurationPolicy', (object) => ({
    spec: { 'object-templates-raw': stringify([{ complianceType: 'musthave', objectDefinition: object }]) },
  })),
  'values in a Secret': wrapper('v1', 'Secret', (object) => ({ data: { 'values.yaml': encoded(stringify({ extra: [object] })) } })),
  'values in base64 of a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({
    binaryData: { 'values.yaml': encoded(stringify({ extra: [object] })) },
  })),
  'a file of an App of kapp-controller': wrapper('kappctrl.k14s.io/v1alpha1', 'App', (object) => ({
    spec: { fetch: [{ inline: { paths: { 'a.yaml': stringify(object) } } }], template: [{ ytt: {} }], deploy: [{ kapp: {} }] },
  })),
  'values of a HelmChartProxy': wrapper('addons.cluster.x-k8s.io/v1alpha1', 'HelmChartProxy', (object) => ({
    spec: { chartName: 'raw', valuesTemplate: stringify({ resources: [object] }) },
  })),
  'an expression of a policy of Kyverno': wrapper('policies.kyverno.io/v1alpha1', 'GeneratingPolicy', ({ apiVersion, kind }) => ({
    spec: {
      variables: [{ name: 'a', expression: `[{"apiVersion": dyn("${apiVersion}"), "kind": dyn("${kind}")}]` }],
      generate: [{ expression: 'generator.Apply("", variables.a)' }],
    },
  })),
  'a program of KubeVela': wrapper('core.oam.dev/v1beta1', 'ComponentDefinition', ({ apiVersion, kind }) => ({
    spec: { schematic: { cue: { template: `output: {\n  apiVersion: "${apiVersion}"\n  kind: "${kind}"\n}\n` } } },
  })),
  'a program of KCL': wrapper('template.fn.crossplane.io/v1beta1', 'KCLInput', ({ apiVersion, kind }) => ({
    spec: { source: `items = [{apiVersion = "${apiVersion}", kind = "${kind}"}]\n` },
  })),
  'a script of Tekton': wrapper('tekton.dev/v1', 'Task', (object) => ({
    spec: { steps: [{ name: 'a', image: 'kubectl', script: `kubectl apply -f - <<EOF\n${stringify(object)}EOF\n` }] },
  })),
  'a Bundle of Rancher in base64': wrapper('fleet.cattle.io/v1alpha1', 'Bundle', (object) => ({
    spec: { resources: [{ name: 'a', encoding: 'base64', content: encoded(stringify(object)) }] },
  })),
  'a compressed Bundle of Rancher': wrapper('fleet.cattle.io/v1alpha1', 'Bundle', (object) => ({
    spec: { resources: [{ name: 'a', encoding: 'base64+gz', content: gzipSync(stringify(object)).toString('base64') }] },
  })),
  'a file of a MachineConfig': wrapper('machineconfiguration.openshift.io/v1', 'MachineConfig', (object) => ({
    spec: { config: { storage: { files: [{ contents: { source: `data:text/plain;base64,${encoded(stringify(object))}` } }] } } },
  })),
  'a file of a MachineConfig as text': wrapper('machineconfiguration.openshift.io/v1', 'MachineConfig', (object) => ({
    spec: { config: { storage: { files: [{ contents: { source: `data:,${encodeURIComponent(stringify(object))}` } }] } } },
  })),
  'base64 in a script of Tekton': wrapper('tekton.dev/v1', 'Task', (object) => ({
    spec: { steps: [{ name: 'a', script: `base64 -d <<EOF | kubectl apply -f -\n${inLines(encoded(stringify(object)))}\nEOF\n` }] },
  })),
  'a list in a ManifestWork': wrapper('work.open-cluster-management.io/v1', 'ManifestWork', ({ apiVersion, kind, metadata, spec }) => ({
    spec: { workload: { manifests: [{ apiVersion, kind: `${kind}List`, items: [{ metadata, spec }] }] } },
  })),
  'a ResourceSet of Flux whose inputs give the group': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({
    spec: { resources: [{ ...object, apiVersion: '<< inputs.group >>/v1' }] },
  })),
  'a template whose inputs give the group': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({
    spec: { resourcesTemplate: stringify({ ...object, apiVersion: '<< inputs.group >>/v1' }) },
  })),
  'JSON with escapes in its keys': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({
    spec: { resourcesTemplate: JSON.stringify(object).replaceAll('kind', String.raw`\u006bind`) },
  })),
  'YAML in a text of JSON': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({
    spec: { resourcesTemplate: JSON.stringify({ a: stringify(object) }) },
  })),
  'a template of a ResourceSet': wrapper('fluxcd.controlplane.io/v1', 'ResourceSet', (object) => ({
    spec: { resourcesTemplate: stringify(object) },
  })),
};

/** Texts with an object, which another tool may apply. */
export const IN_TEXTS: Readonly<Record<string, Wrap>> = {
  'a file in a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({ data: { 'a.yaml': stringify(object) } })),
  'JSON in a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({ data: { 'a.json': JSON.stringify(object) } })),
  'a file in a Secret': wrapper('v1', 'Secret', (object) => ({ data: { 'a.yaml': encoded(stringify(object)) } })),
  'a file in base64 of a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({
    binaryData: { 'a.json': encoded(JSON.stringify(object)) },
  })),
  'base64 in a text of a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({ data: { 'a.b64': encoded(stringify(object)) } })),
  'a compressed file of a ConfigMap': wrapper('v1', 'ConfigMap', (object) => ({
    binaryData: { 'a.yaml.gz': gzipSync(stringify(object)).toString('base64') },
  })),
  'base64 in a command of a Job': wrapper('batch/v1', 'Job', (object) => ({
    spec: { template: { spec: { containers: [{ name: 'a', args: [`echo ${encoded(stringify(object))} | base64 -d`] }] } } },
  })),
  'a script of a Job': wrapper('batch/v1', 'Job', (object) => ({
    spec: { template: { spec: { containers: [{ name: 'a', args: [`kubectl apply -f - <<EOF\n${stringify(object)}EOF\n`] }] } } },
  })),
  'a description of an object of another project': wrapper('example.com/v1', 'Prompt', (object) => ({
    spec: { description: `For example:\n${stringify(object)}` },
  })),
  'a sample in the console of OpenShift': wrapper('console.openshift.io/v1', 'ConsoleYAMLSample', (object) => ({
    spec: { title: 'a', yaml: stringify(object) },
  })),
  'a playbook of Ansible': (definition) => [{ hosts: 'all', tasks: [{ 'kubernetes.core.k8s': { state: 'present', definition } }] }],
  'a script in a workflow': (object) => ({ jobs: { a: { steps: [{ run: `kubectl apply -f - <<EOF\n${stringify(object)}EOF\n` }] } } }),
};

/** Commands of a workflow that change an object. */
export const PATCHED: Readonly<Record<string, string>> = {
  'by its kind': 'kubectl patch clusterresourceplacement shop --type merge -p "$PATCH"',
  'by its short name': "kubectl --context hub patch crp/shop --type=merge -p '{}'",
  'in several lines': "kubectl patch \\\n  crp shop \\\n  --type merge -p '{}'",
  'with its group': 'kubectl patch resourceoverrides.placement.kubernetes-fleet.io shop -n shop --patch-file p.json',
};

/** References to an object, which have none of its content. */
export const REFERENCES: Readonly<Record<string, Wrap>> = {
  'health checks of Flux': wrapper('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', ({ apiVersion, kind, metadata }) => ({
    spec: { interval: '5m', prune: true, healthChecks: [{ apiVersion, kind, name: metadata.name }] },
  })),
  'the kinds of a policy': wrapper('kyverno.io/v1', 'ClusterPolicy', ({ apiVersion, kind }) => ({
    spec: { rules: [{ name: 'a', match: { any: [{ resources: { kinds: [`${apiVersion}/${kind}`] } }] } }] },
  })),
  'a comment in values': wrapper('v1', 'ConfigMap', (object) => ({
    data: { 'values.yaml': stringify(object).replaceAll(/^/gm, '# ') },
  })),
  'an annotation with an example': (object) => ({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'a', namespace: 'tools', annotations: { 'alm-examples': JSON.stringify([object]) } },
  }),
};

function inLines(text: string): string {
  return text.replaceAll(/(.{76})/g, '$1\n');
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
