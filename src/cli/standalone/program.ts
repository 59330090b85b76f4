/** The entry of the standalone program. It brings its Node along, so nobody is asked for a newer one. */
import('../main.ts')
  .then(({ main }) => main())
  .catch((error: unknown) => {
    // A part of the program that cannot be loaded; Node would end with 1, which says that something was found.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 99;
  });
