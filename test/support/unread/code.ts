import { stringify } from 'yaml';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Tree } from './places.ts';

type Written = (object: KubeObject) => Tree;

const heredoc = (object: KubeObject): string => `kubectl apply -f - <<EOF\n${stringify(object)}EOF\n`;
const program = (object: KubeObject): string =>
  `import * as k8s from "k8s";\nnew k8s.CustomResource("a", ${JSON.stringify(object, null, 2)});\n`;
const hcl = ({ apiVersion, kind }: KubeObject): string => `manifest = {\n  apiVersion = "${apiVersion}"\n  kind = "${kind}"\n}\n`;

/** Code of tools that apply what it defines. The first file is named. */
export const APPLIED_CODE: Readonly<Record<string, Written>> = {
  Terraform: (object) => ({ 'main.tf': `resource "kubernetes_manifest" "a" {\n${hcl(object)}}\n` }),
  'Terraform with a text': (object) => ({
    'main.tf': `resource "kubectl_manifest" "a" {\nyaml_body = <<YAML\n${stringify(object)}YAML\n}\n`,
  }),
  'Terraform in JSON': (object) => ({
    'main.tf.json': JSON.stringify({ resource: { kubernetes_manifest: { a: { manifest: object } } } }),
  }),
  'variables of Terraform': (object) => ({ 'prod.tfvars': hcl(object) }),
  Terragrunt: (object) => ({ 'terragrunt.hcl': `inputs = {\n${hcl(object)}}\n` }),
  OpenTofu: (object) => ({ 'main.tofu': hcl(object) }),
  Bicep: ({ apiVersion, kind }) => ({
    'main.bicep': `resource a '${apiVersion.replace('/', `/${kind}@`)}' = {\n}\n`,
  }),
  'Pulumi in TypeScript': (object) => ({ 'index.ts': program(object), 'Pulumi.yaml': 'name: a\nruntime: nodejs\n' }),
  'Pulumi in Python, in a folder below': ({ apiVersion, kind }) => ({
    'src/a.py': `CustomResource("a", api_version="${apiVersion}", kind="${kind}")\n`,
    'Pulumi.yml': 'name: a\nruntime: python\n',
  }),
  'Pulumi in YAML': (object) => ({
    'Pulumi.yaml': stringify({ name: 'a', runtime: 'yaml', resources: { a: { type: 'kubernetes:a', properties: object } } }),
  }),
  'an overlay of ytt': ({ kind }) => ({
    'a.yaml': `#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.subset({"kind": "${kind}"})\n---\nspec:\n  policy: {placementType: PickFixed}\n`,
  }),
};

/** Code from which another tool makes manifests, which may be among the files too. */
export const SOURCES: Readonly<Record<string, Written>> = {
  Jsonnet: (object) => ({ 'a.jsonnet': JSON.stringify(object) }),
  CUE: ({ apiVersion, kind }) => ({ 'a.cue': `a: apiVersion: "${apiVersion}"\na: kind: "${kind}"\n` }),
  KCL: (object) => ({ 'a.k': hcl(object) }),
  Pkl: (object) => ({ 'a.pkl': hcl(object) }),
  Nix: ({ apiVersion, kind }) => ({ 'a.nix': `{ apiVersion = "${apiVersion}"; kind = "${kind}"; }\n` }),
  'Starlark of ytt': ({ apiVersion, kind }) => ({
    'a.star': `def a(): return {"apiVersion": "${apiVersion}", "kind": "${kind}"}\nend\n`,
  }),
  cdk8s: (object) => ({ 'main.ts': program(object), 'cdk8s.yaml': 'language: typescript\napp: node main.js\n' }),
  'a template for Ansible': (object) => ({ 'a.yaml.j2': stringify(object) }),
  'a template without the end of a manifest': (object) => ({ 'a.tpl': stringify(object) }),
  'a template for Terraform': (object) => ({ 'a.tftpl': stringify(object) }),
  'a template of Go': (object) => ({ 'a.tmpl': stringify(object) }),
  'a template of Helmfile': (object) => ({
    'helmfile.yaml.gotmpl': stringify({ releases: [{ chart: 'a', values: [{ extra: [object] }] }] }),
  }),
  'a template of Ruby': (object) => ({ 'a.erb': stringify(object) }),
  'a template of Mustache': (object) => ({ 'a.mustache': stringify(object) }),
  'a script': (object) => ({ 'deploy.sh': heredoc(object), 'more.bash': heredoc(object) }),
  'a script without an ending': (object) => ({ 'bin/deploy': `#!/bin/sh\n${heredoc(object)}`, LICENSE: stringify(object) }),
  'a script that patches': () => ({ 'deploy.sh': "kubectl patch crp shop --type merge -p '{}'\n" }),
  'a script of PowerShell': (object) => ({ 'deploy.ps1': `@"\n${stringify(object)}"@ | kubectl apply -f -\n` }),
  'a Makefile with a variable': (object) => ({ Makefile: `define P\n${stringify(object)}endef\n` }),
  'a Makefile with one line': ({ apiVersion, kind }) => ({
    Makefile: `deploy:\n\tprintf 'apiVersion: ${apiVersion}\\nkind: ${kind}\\n' | kubectl apply -f -\n`,
  }),
  'a justfile': (object) => ({ justfile: `deploy:\n  ${heredoc(object).replaceAll('\n', '\n  ')}` }),
  'a Tiltfile': (object) => ({ Tiltfile: `k8s_yaml(blob("""\n${stringify(object)}"""))\n` }),
  'a Jenkinsfile': (object) => ({ Jenkinsfile: `sh '''\n${heredoc(object)}'''\n` }),
};

/** Texts that no tool is known to apply. */
export const TEXTS: Readonly<Record<string, Written>> = {
  documentation: (object) => ({ 'README.md': `# a\n\`\`\`yaml\n${stringify(object)}\`\`\`\n`, 'a.txt': stringify(object) }),
  'a program': (object) => ({
    'main.go': `package main\nvar a = \`${stringify(object)}\`\n`,
    'a_test.py': program(object),
    'a.ts': program(object),
  }),
  'a file that was put aside': (object) => ({ 'a.yaml.bak': stringify(object), 'b.yml.disabled': stringify(object) }),
  'a script that reads': () => ({
    'read.sh':
      'kubectl get --raw /apis/placement.kubernetes-fleet.io/v1/clusterresourceplacements\n# apiVersion: placement.kubernetes-fleet.io/v1\n',
  }),
};
