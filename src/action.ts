/** The entry point of the Action, `main` in action.yml. */
import('./action/main.ts')
  .then(({ main }) => main())
  .catch((error: unknown) => {
    // A part of the bundle cannot be loaded. Node would exit with 1, which means findings.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 99;
  });
