/**
 * Whether a file, by its name, is one that another tool makes manifests of: Jsonnet, CUE, KCL, Pkl, Terraform, or a template of a YAML or JSON
 * file. Programs are left out: what they say of KubeFleet need not become an object.
 */
export function isSourceOfManifests(name: string): boolean {
  return SOURCE.test(name);
}

// linear: it is tried at each dot once.
const SOURCE =
  /\.(?:jsonnet|libsonnet|cue|k|pkl|tf|tofu|(?:ya?ml|json)\.(?:j2|jinja2?|tpl|tftpl|tmpl|gotmpl|gtpl|erb|ejs|liquid|mustache|hbs|template|envsubst|in))$/i;
