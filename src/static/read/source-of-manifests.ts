/** Whether a file, by its name, is one that another tool makes manifests of: Jsonnet, CUE, KCL, or a template of a YAML or JSON file. */
export function isSourceOfManifests(name: string): boolean {
  return SOURCE.test(name);
}

// linear: it is tried at each dot once.
const SOURCE = /\.(?:jsonnet|libsonnet|cue|k|(?:ya?ml|json)\.(?:j2|jinja2?|tpl|tmpl|gotmpl|erb|mustache|hbs|template))$/i;
