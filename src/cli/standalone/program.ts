/** The entry point of the standalone program. It includes its own Node, so the version of Node is not checked. */
import('../main.ts')
  .then(({ main }) => main())
  .catch((error: unknown) => {
    // A part of the program cannot be loaded. Node would exit with 1, which means findings.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 99;
  });
