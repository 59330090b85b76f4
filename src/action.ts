/** The Action's entry, `main` in action.yml. */
try {
  const { main } = await import('./action/main.ts');
  await main(import.meta.url);
} catch (error) {
  // A part of the bundle that cannot be loaded; Node would end with 1, which says that something was found.
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 99;
}
