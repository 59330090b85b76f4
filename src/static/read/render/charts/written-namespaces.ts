/** The namespaces that are written in a template: those of objects, and Namespaces themselves. */
export function writtenNamespaces(text: string): readonly string[] {
  return [...new Set([NAMESPACE, OBJECT].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))];
}

const NAMESPACE = /\bnamespace:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
// bounded: at most 300 characters of each Namespace are tried.
const OBJECT = /\bkind:[^\S\n]*["']?Namespace\b[^]{0,300}?\bname:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
