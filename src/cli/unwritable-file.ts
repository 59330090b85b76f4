/** Why a file must not be written, in a few words. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}
