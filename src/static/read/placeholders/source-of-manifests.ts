/**
 * Whether, by its name, another tool makes manifests from a file: Jsonnet, CUE, KCL, Pkl, Dhall, Nickel, Terraform, Bicep, a packaged chart,
 * or a template of a YAML or JSON file. Programs are not included: their texts about KubeFleet need not become objects.
 */
export function isSourceOfManifests(name: string): boolean {
  return SOURCE.test(name);
}

// linear: it starts at each dot once.
const SOURCE =
  /\.(?:jsonnet|libsonnet|cue|k|pkl|dhall|ncl|j2|jinja2?|gotmpl|tgz|tf|tofu|bicep|(?:ya?ml|json)\.(?:j2|jinja2?|tpl|tftpl|tmpl|gotmpl|gtpl|erb|ejs|liquid|mustache|hbs|template|envsubst|in))$/i;

/** Whether a file is code of Terraform, OpenTofu or Bicep, which apply the objects that they define: no other file has them. */
export function isInfrastructureCode(name: string): boolean {
  return /\.(?:tf|tofu|bicep)$/i.test(name);
}
