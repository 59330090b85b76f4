import type { ReadResult } from '../../static/read/read-result.ts';
import type { JudgingIo } from '../process/io.ts';
import { treeSecretsHider } from './without-tree-secrets.ts';

/** From now on errors are shown without the Secrets of the trees. */
export function hideInErrors(trees: { readonly read: ReadResult; readonly base?: ReadResult }, { errorTexts }: JudgingIo): void {
  if (errorTexts !== undefined) errorTexts.hide = (text) => treeSecretsHider(trees)?.(text) ?? text;
}
