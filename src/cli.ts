/** The npm bin. Kept free of static imports so that an old Node gets an answer instead of a syntax error. */
const NEEDED = 24;

const major = Number(process.versions.node.split('.')[0]);
if (major < NEEDED) {
  process.stderr.write(
    `fleet-gate needs Node ${NEEDED} or newer, this is Node ${process.versions.node}; install it, or run: npx -p node@${NEEDED} -p fleet-gate fleet-gate\n`,
  );
  process.exitCode = 2;
} else {
  try {
    const { main } = await import('./cli/main.ts');
    await main(import.meta.url);
  } catch (error) {
    // A part of the installation that cannot be loaded; Node would end with 1, which says that something was found.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 99;
  }
}
