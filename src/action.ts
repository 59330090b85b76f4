/** The Action's entry, `main` in action.yml. */
import('./action/main.ts')
  .then(({ main }) => main())
  .catch((error: unknown) => {
    // A part of the bundle that cannot be loaded; Node would end with 1, which says that something was found.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 99;
  });
