/**
 * A script with slashes in the paths of Windows, such as `.\deploy\app` and `deploy\app.yaml`. In other shells a backslash before a letter
 * says nothing outside of patterns and texts.
 */
export function withSlashes(script: string): string {
  if (!script.includes('\\')) return script;
  return script
    .replaceAll(FROM_DOT, (path) => path.replaceAll('\\', '/'))
    .replaceAll(FROM_NAME, (path: string, offset: number) => {
      // A shell has `\n` in texts, and `\*` for a star that is not expanded.
      const isText = /\\\w$/.test(path) || (path.includes('\\*') && !FILE_FLAG.test(script.slice(Math.max(offset - 20, 0), offset)));
      return isText ? path : path.replaceAll('\\', '/');
    });
}

// linear: it starts with a dot, and each part ends at the next backslash.
const FROM_DOT = /(?<=[\s"'=(,])\.{1,2}(?:\\[\w.*-]{1,255})+\\?/g;

/** A whole word that starts with a name, the top of the repository or a variable. */
// linear: it starts at the start of a word, and each part ends at the next backslash.
const FROM_NAME =
  /(?<=^|[\s"'=(,])(?:\$\{?(?:env:)?\w{1,100}\}?|\/{0,2}\w[\w./-]{0,255}|\/{1,2})(?:\\(?:\.\.|[\w*][\w.*-]{0,255})){1,100}(?=["'\s),;|]|\\["']|$)\\?/gm;

/** What is before a path that kubectl or PowerShell takes as a pattern. */
const FILE_FLAG = /(?:-f|--filename|-Path|-Filter|Get-ChildItem|gci|dir)[ =]["']?$/i;
