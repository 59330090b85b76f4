/** Why a file must not be written, in a few words. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}

/** Whether it says that a file or stream takes no text. Anything else that is thrown while a text is made and written is a fault of our own. */
export function isUnwritable(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // Node's own codes say that a function was called wrongly, but for those of streams.
  return error instanceof UnwritableFile || (code !== '' && (!code.startsWith('ERR_') || code.startsWith('ERR_STREAM_')));
}
