/**
 * Whether, by its name, another tool makes manifests from a file: Jsonnet, CUE, KCL, Pkl, Terraform, or a template of a YAML or JSON file.
 * Programs are not included: their texts about KubeFleet need not become objects.
 */
export function isSourceOfManifests(name: string): boolean {
  return SOURCE.test(name);
}

// linear: it starts at each dot once.
const SOURCE =
  /\.(?:jsonnet|libsonnet|cue|k|pkl|tf|tofu|(?:ya?ml|json)\.(?:j2|jinja2?|tpl|tftpl|tmpl|gotmpl|gtpl|erb|ejs|liquid|mustache|hbs|template|envsubst|in))$/i;
