import { resolve } from 'node:path';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { smallFile } from '../../files/small-file.ts';
import { placeholderIn } from '../../static/read/placeholders/placeholder.ts';
import { isScript, isSourceOfManifests } from '../../static/read/placeholders/source-of-manifests.ts';
import { isChartOrKustomization } from './is-chart-or-kustomization.ts';
import { otherFiles } from './other-files.ts';

/**
 * The files below the paths of `--manifests` from which a deploy step may make objects that no manifest has: templates that look like objects,
 * outside of charts and kustomizations. A step can also write its objects beside the template, so a template of read objects is none.
 * @param manifests the objects that were read
 */
export function unreadTemplates(paths: readonly string[], cwd: string, manifests: readonly KubeObject[]): readonly string[] {
  const files = paths.filter((path) => path !== '-').flatMap((path) => otherFiles(path, cwd));
  return [...new Set(files)].filter((file) => {
    if (!isTemplate(file) || isChartOrKustomization(resolve(cwd, file))) return false;
    const objects = objectsIn(textOf(resolve(cwd, file)));
    return objects.some((object) => !manifests.some((manifest) => mayMake(object, manifest)));
  });
}

function isTemplate(file: string): boolean {
  return (isSourceOfManifests(file) && !isScript(file)) || /\.(?:template|envsubst|in)$/i.test(file);
}

interface TemplateObject {
  readonly kind: string;
  readonly name: string | undefined;
}

function objectsIn(text: string): readonly TemplateObject[] {
  return text.split(/^---/m).flatMap((part) => {
    const kind = /^["']?kind["']?:[ \t]*["']?([^\s"',]+)/m.exec(part)?.[1];
    if (kind === undefined || !/^["']?apiVersion["']?:[ \t]*\S/m.test(part)) return [];
    const metadata = /^["']?metadata["']?:.*(?:\n[ \t].*)*/m.exec(part)?.[0] ?? '';
    return [{ kind, name: /[\s{,]["']?name["']?:[ \t]*["']?([^\s"',}]+(?:\}+[^\s"',}]*)*)/.exec(metadata)?.[1] }];
  });
}

/** Whether a step may make this object of that one. A name that is only a placeholder shows nothing. */
function mayMake({ kind, name = '' }: TemplateObject, object: KubeObject): boolean {
  const placeholder = placeholderIn(name);
  if (kind !== object.kind || name === placeholder) return false;
  if (placeholder === undefined) return name === object.metadata.name;
  const [start = '', ...rest] = name.split(placeholder);
  const end = rest.length === 1 && placeholderIn(rest[0] ?? '') === undefined ? (rest[0] ?? '') : '';
  return object.metadata.name.startsWith(start) && object.metadata.name.endsWith(end);
}

function textOf(path: string): string {
  try {
    return smallFile(path);
  } catch {
    return '';
  }
}
