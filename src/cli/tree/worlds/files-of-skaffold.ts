import { listAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';

/**
 * The files and patterns that a configuration of Skaffold applies, from its own folder. Skaffold applies a file of any name only if it is
 * named, and not by a pattern.
 */
export function filesOfSkaffold(text: string): readonly string[] {
  const documents = [...readDocuments(text)].flatMap((document) => (document.kind === 'read' ? [document.value] : []));
  return documents
    .flatMap((each) => [...listAt(each, 'manifests', 'rawYaml'), ...listAt(each, 'deploy', 'kubectl', 'manifests')])
    .filter((each) => typeof each === 'string');
}
