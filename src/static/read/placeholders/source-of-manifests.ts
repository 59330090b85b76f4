/**
 * Whether, by its name, another tool makes manifests from a file: Jsonnet, CUE, KCL, Pkl, Dhall, Nickel, Nix, Starlark, Terraform, Bicep, a
 * packaged chart, a template, or a script. Programs are only included in a project of Pulumi or cdk8s: other texts about KubeFleet in them
 * need not become objects.
 */
export function isSourceOfManifests(name: string, isInProject = false): boolean {
  return SOURCE.test(name) || isScript(name) || (isInProject && PROGRAM.test(name));
}

// linear: it starts at each dot once.
const SOURCE =
  /\.(?:jsonnet|libsonnet|cue|k|pkl|dhall|ncl|nix|star|j2|jinja2?|gotmpl|tpl|tmpl|tftpl|ctmpl|gtpl|ftl|erb|mustache|hbs|tgz|tf|tofu|tfvars|hcl|bicep|(?:ya?ml|json)\.(?:ejs|liquid|template|envsubst|in))$/i;
const PROGRAM = /\.(?:[cm]?[jt]s|py|go|java|kt|cs|fs)$/i;

/** Whether a file is a script, or a list of commands. They often name KubeFleet without an object. */
export function isScript(name: string): boolean {
  return /(?:\.(?:sh|bash|zsh|ps1|cmd|bat|mk|groovy)|(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Tiltfile|Jenkinsfile|Earthfile))$/.test(
    name,
  );
}

/** Whether a file makes its folder a project of which each program makes manifests. */
export function isProjectFile(name: string): boolean {
  return /^(?:Pulumi|cdk8s)\.ya?ml$/.test(name);
}

/** Whether a file is code of Terraform, OpenTofu or Bicep, which apply the objects that they define: no other file has them. */
export function isInfrastructureCode(name: string): boolean {
  return /\.(?:tf|tofu|bicep)$/i.test(name);
}

/** Whether a file is such code, of Pulumi, or values for it. */
export function isAppliedCode(name: string): boolean {
  return isInfrastructureCode(name) || /(?:\.(?:tfvars|hcl|(?:tf|tofu|tfvars)\.json)|(?:^|\/)Pulumi\.ya?ml)$/i.test(name);
}

/**
 * Whether Argo CD makes manifests from a file in a folder of plain ones; such a file imports others (`.libsonnet`). Source: `manifestFile` in
 * `reposerver/repository/repository.go` of argoproj/argo-cd.
 */
export function isJsonnet(name: string): boolean {
  return name.endsWith('.jsonnet');
}
