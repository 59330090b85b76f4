/**
 * Whether kubectl can apply a template of a chart as it is: it has no expression of helm, or has them only in comments of YAML. There they
 * mean nothing to kubectl, and can hide objects from helm.
 */
export function isPlainTemplate(text: string): boolean {
  return !text.includes('{{') || !text.replaceAll(YAML_COMMENT, '').includes('{{');
}

// linear: a comment ends with its line.
const YAML_COMMENT = /(?<!\S)#[^\n]*/g;
