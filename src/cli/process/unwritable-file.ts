/** A file must not be written. The message is a short reason. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}

/** Whether the error means that a file or stream cannot be written. Any other error while a text is made and written is a bug. */
export function isUnwritable(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // Node's own codes mean that a function was called incorrectly, except those of streams.
  return error instanceof UnwritableFile || (code !== '' && (!code.startsWith('ERR_') || code.startsWith('ERR_STREAM_')));
}
